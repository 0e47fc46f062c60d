"""Export of a case to a file, and its import into a club that does not have it."""

from arbitrage.services.files.cases.arriving import ImportedCase, import_case
from arbitrage.services.files.cases.leaving import case_file, export_case, export_case_pbn

__all__ = ["ImportedCase", "case_file", "export_case", "export_case_pbn", "import_case"]

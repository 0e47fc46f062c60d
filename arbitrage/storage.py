"""How static files are named once they are collected."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

OUR_MODULES = "js/offline/*.js"


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Every file under a name that says what is in it; our modules of JavaScript name each other by these names."""

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OUR_MODULES, _imports))

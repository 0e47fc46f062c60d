"""All writes to the database. Each is a function named by a verb; in one transaction it appends events to the record
and updates the rows that are derived from them."""

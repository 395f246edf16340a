"""The changes of the schema, in order; a released one is never edited."""

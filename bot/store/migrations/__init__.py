"""Alembic's folder: `versions` holds a numbered file for each change of the schema."""

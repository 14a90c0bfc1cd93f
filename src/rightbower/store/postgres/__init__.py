"""The journal in PostgreSQL, for several halls; it needs the extra ``federation``."""

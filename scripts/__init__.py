"""Command-line programs: ``python -m scripts.NAME --help``."""

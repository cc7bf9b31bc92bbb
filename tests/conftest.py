"""What all tests share."""

from hypothesis import settings

# Examples are the same in every run, nothing is timed and nothing is left on the disk.
settings.register_profile("suite", deadline=None, derandomize=True, database=None, max_examples=50)
settings.load_profile("suite")

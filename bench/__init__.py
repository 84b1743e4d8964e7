"""The figures of Starpost: ratios against references measured in the same run.

Only ratios are claimed. Both sides run in turns in one process (or one after
the other where the reference is another program), their CPU time is taken, and
the medians are compared. ``python -m bench`` prints the table; ``--write`` puts
it into ``docs/benchmarks.md``.
"""

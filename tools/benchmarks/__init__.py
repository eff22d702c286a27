"""Parts of `tools/bench.py`: each measures one promise and returns plain data."""

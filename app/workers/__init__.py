"""Worker processes that render pictures and run AI players."""

"""Worker processes that render images and run AI players."""

"""Pictures: from a view (what one viewer may know) to an encoded image.

Pure: no Discord, no clock, and no files are written.
"""

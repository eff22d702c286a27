"""What people see: panels, messages and words, built as plain values and only then turned into Discord's own objects."""

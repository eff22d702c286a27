"""What one person chooses by: forms as controls, the panel, commands in words."""

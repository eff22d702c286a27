"""What people see and read."""

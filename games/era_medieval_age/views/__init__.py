"""What people see and read: the view, the position and the log in words, what may be looked at closely."""

"""What happens to messages, channels and interactions."""

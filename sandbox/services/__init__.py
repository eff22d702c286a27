"""Operations on messages, channels and interactions."""

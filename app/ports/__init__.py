"""Interfaces that the application layer requires from outside."""

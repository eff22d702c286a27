"""Checks that the doctor runs and a start depends on."""

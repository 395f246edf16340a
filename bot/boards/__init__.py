"""Boards: what results come to."""

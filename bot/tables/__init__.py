"""Live tables: seats, one writer, turn clock, log."""

"""The whole bot under random people and random faults: never stuck, never lost."""

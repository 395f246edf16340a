"""The rules core: pure functions and values, no Discord, no clock, no disk, no hidden chance."""

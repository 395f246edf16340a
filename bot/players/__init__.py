"""Computer players: from a view and nothing else."""

"""What people see, as functions from views and faces to Discord components."""

"""Players that search: the rules' number functions compiled, a solver, sampled hidden hands."""

"""How `zim_query` answers: which archive, which entry, which tool, and what of its answer fits into the budget."""

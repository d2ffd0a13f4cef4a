"""Wikipedia's web interfaces: what to ask, how to ask it politely, and what the answers mean."""

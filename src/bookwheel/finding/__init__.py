"""From what somebody asks to the entries that answer: titles, questions, full text, snippets."""

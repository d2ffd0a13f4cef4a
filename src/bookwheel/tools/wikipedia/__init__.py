"""The live tools: Wikipedia in any language."""

"""The archive tools. They run inside a reader process: blocking, no event loop, no SDK."""

"""ZIM archives: the only door to files on disk, and the only owner of libzim."""

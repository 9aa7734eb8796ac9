"""Exact tools for games so small that their whole tree fits into memory."""

"""Tournaments: balanced line-ups, duplicate deals, figures with honest intervals."""

"""Adapters: the one game contract as each consumer wants it, one file a consumer."""

"""The HTTP and WebSocket server of tables. `messages.py` defines every message."""

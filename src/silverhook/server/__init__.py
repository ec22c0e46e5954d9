"""HTTP and WebSocket around tables; every message is typed in `messages.py`."""

"""The server's metrics, for Prometheus."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

__all__ = ["Metrics"]

disable_created_metrics()  # type: ignore[no-untyped-call] # when each counter was made is of no use

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The metrics of one app, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("silverhook_connections", "Open WebSockets", registry=self.registry)
        self.tables = Gauge("silverhook_tables_live", "Tables in memory", registry=self.registry)
        self.tables_refused = Gauge(
            "silverhook_tables_refused",
            "Tables in progress that this process could not open; the log says why",
            registry=self.registry,
        )
        self.commits = Gauge("silverhook_store_commits", "Commits to the store", registry=self.registry)
        self.entries = Gauge("silverhook_store_entries", "Entries of logs stored", registry=self.registry)
        self.created = Counter("silverhook_tables_created", "Tables opened", registry=self.registry)
        self.actions = Counter("silverhook_actions", "Stored actions of people", registry=self.registry)
        self.refused = Counter("silverhook_refused", "Messages refused, by code", ["code"], registry=self.registry)
        self.sent = Counter("silverhook_messages_sent", "Messages sent", registry=self.registry)
        self.skipped = Counter(
            "silverhook_messages_skipped",
            "Messages replaced by a newer state because a client was slow",
            registry=self.registry,
        )
        self.dropped = Counter(
            "silverhook_connections_dropped", "Clients dropped, by reason", ["reason"], registry=self.registry
        )
        self.action_seconds = Histogram(
            "silverhook_action_seconds",
            "Time from the arrival of an action until it is stored and queued for every seat",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.request_seconds = Histogram(
            "silverhook_request_seconds", "HTTP requests", ["route", "status"], registry=self.registry, buckets=_SECONDS
        )
        self.loop_lag_seconds = Histogram(
            "silverhook_event_loop_lag_seconds",
            "How late the event loop was, measured four times a second",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.database_seconds = Histogram(
            "silverhook_database_seconds",
            "Time of commits and reads of the database",
            ["operation"],
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.bots_waiting = Gauge("silverhook_bots_waiting", "Bots that wait for a thread", registry=self.registry)
        self.bots_thinking = Gauge("silverhook_bots_thinking", "Bots that think in a thread", registry=self.registry)
        self.bot_wait_seconds = Histogram(
            "silverhook_bot_wait_seconds", "Time of bots in the queue", registry=self.registry, buckets=_SECONDS
        )
        self.bot_thinking_seconds = Histogram(
            "silverhook_bot_thinking_seconds", "Time of bots in a thread", registry=self.registry, buckets=_SECONDS
        )
        ProcessCollector(registry=self.registry)  # memory, processor time and file descriptors

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)

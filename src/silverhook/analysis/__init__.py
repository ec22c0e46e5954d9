"""Finished games judged by a strong bot: each seat's chances over time, and what every decision cost."""

from silverhook.analysis.analyst import Analysis, Analyst, Judged, Judgement, analyse
from silverhook.analysis.report import Report, report

__all__ = ["Analysis", "Analyst", "Judged", "Judgement", "Report", "analyse", "report"]

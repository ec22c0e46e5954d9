from __future__ import annotations

from silverhook.core.reason import Reason, mean


def said(key: str, n: int, **gaps: object) -> str:
    return " ".join([key, str(n), *(f"{name}={gap}" for name, gap in gaps.items())])


def test_a_reason_is_put_into_words_with_its_values() -> None:
    inner = Reason("worth", said, values={"hooks": 0.5})
    assert Reason("buy", said, 2, {"cost": 3, "worth": inner}).words == "buy 2 cost=3 worth=worth 1 hooks=0.5"
    assert Reason("", said, values={"a": inner, "b": Reason("cards", said, 2)}).words == "worth 1 hooks=0.5, cards 2"


def test_reasons_that_differ_only_in_numbers_have_a_mean() -> None:
    several = [
        Reason("wins", said, n, {"chance": chance, "lead": lead}) for n, chance, lead in ((1, 40, 1.0), (3, 51, 2.0))
    ]
    assert mean(several) == Reason("wins", said, 2, {"chance": 46, "lead": 1.5})
    nested = [Reason("enemy", said, values={"brings": one}) for one in several]
    assert mean(nested) == Reason("enemy", said, values={"brings": mean(several) or ""})


def test_reasons_that_differ_in_more_than_numbers_have_none() -> None:
    base = Reason("robs", said, values={"other": "Anne"})
    for other in (
        Reason("robs", said, values={"other": "Bart"}),
        Reason("saves", said, values={"other": "Anne"}),
        Reason("robs", said, values={"other": "Anne", "n": 1}),
        Reason("robs", said, values={"other": base}),
    ):
        assert mean([base, other]) is None
    assert mean([base, base]) == base

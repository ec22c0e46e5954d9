"""Every message between a server and its clients. The page's types are generated from here.

What comes in is checked against these models. What goes out is built as plain data in `serializers.py`, for speed,
and tests hold it against them. A change that an old client would stumble over raises `PROTOCOL`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

__all__ = [
    "PROTOCOL",
    "ActMessage",
    "AnswerUndoMessage",
    "BotInfo",
    "CardInfo",
    "Catalogue",
    "ChatLog",
    "ChatMessage",
    "ClockRule",
    "Continue",
    "Created",
    "Decision",
    "Done",
    "EditionInfo",
    "Event",
    "Frame",
    "FrameNews",
    "FromClient",
    "FromServer",
    "GameInfo",
    "Goodbye",
    "GuideInfo",
    "GuideSection",
    "Health",
    "HelloMessage",
    "Hint",
    "HintChoice",
    "HintRequest",
    "LeaveMessage",
    "LessonInfo",
    "LessonStepInfo",
    "LessonWhen",
    "Mine",
    "MyTable",
    "MyTables",
    "NewClock",
    "NewLesson",
    "NewTable",
    "News",
    "OfferUndoMessage",
    "OfferedAction",
    "OptionInfo",
    "OriginInfo",
    "Presence",
    "Problem",
    "Refused",
    "RematchTable",
    "Replay",
    "ResendMessage",
    "ResignMessage",
    "Result",
    "ReturnMessage",
    "ReviewInfo",
    "ReviewSeries",
    "ReviewSource",
    "SaidLine",
    "SeatState",
    "Seated",
    "State",
    "Story",
    "StoryRequest",
    "TableState",
    "TakeSeat",
    "UndoOffer",
    "View",
    "Welcome",
    "from_client",
    "schema",
]

PROTOCOL = 1

Id = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
Token = Annotated[str, StringConstraints(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Nonce = Annotated[str, StringConstraints(min_length=32, max_length=128, pattern=r"^([0-9a-fA-F]{2})+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]


class _Said(BaseModel):
    """From a client: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class _Sent(BaseModel):
    """From the server."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


# --- over the WebSocket, from a client -----------------------------------------------------------


class HelloMessage(_Said):
    """The first message on a connection: who sits here, and what they have seen."""

    type: Literal["hello"]
    protocol: int
    token: Token | None = None  # of a seat or of the host; without one it is a spectator
    since: Number | None = None  # the ply of the last state that was seen, to be told only what came after it
    memory: bool = False  # whether views shall hold `unseen`: the cards that lie where you see none
    language: Language = "en"  # of prompts, labels, stories and hints; one that there is not is English


class _Command(_Said):
    id: Id  # of the client's choice; it comes back with the answer


class ActMessage(_Command):
    """Take one of the offered actions."""

    type: Literal["act"]
    ply: Number  # the one that the offered actions came with
    action: Number


class ChatMessage(_Command):
    """Say something to all at the table."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class OfferUndoMessage(_Command):
    """Ask the others to take back your last action, while nothing hidden was revealed since."""

    type: Literal["offer_undo"]


class AnswerUndoMessage(_Command):
    """Agree to the undo that is offered, or not."""

    type: Literal["answer_undo"]
    offer: Number  # the number of the offer: a late answer never counts for another one
    accept: bool


class LeaveMessage(_Command):
    """Leave the seat to a bot until you return."""

    type: Literal["leave"]


class ReturnMessage(_Command):
    """Take the seat back from the bot."""

    type: Literal["return"]


class ResignMessage(_Command):
    """Leave the seat to a bot for good."""

    type: Literal["resign"]


class HintRequest(_Command):
    """What would a strong bot do here?"""

    type: Literal["hint"]


class StoryRequest(_Command):
    """What happened before? The changes of the game just before a ply, as many as are told at once."""

    type: Literal["story"]
    before: Number  # the first ply that is known


class ResendMessage(_Command):
    """Send the whole table once more."""

    type: Literal["look"]


FromClient = Annotated[
    HelloMessage
    | ActMessage
    | ChatMessage
    | OfferUndoMessage
    | AnswerUndoMessage
    | LeaveMessage
    | ReturnMessage
    | ResignMessage
    | HintRequest
    | StoryRequest
    | ResendMessage,
    Field(discriminator="type"),
]
from_client: TypeAdapter[FromClient] = TypeAdapter(FromClient)


# --- over the WebSocket, from the server ---------------------------------------------------------


class Event(_Sent):
    """One thing that happened in the game, as this client may know it: for animation."""

    what: str
    seat: int | None  # who did it; null for the table itself
    other: int | None  # whom it was done to
    card: str | None
    hidden: bool  # there was a card, but not for these eyes
    n: int
    source: str | None  # zones
    target: str | None


class News(_Sent):
    """What one change of the game brought about, as this client may know it."""

    ply: int
    undone: bool  # actions were taken back
    story: list[str]  # in sentences
    events: list[Event]


class Decision(BaseModel):
    """What is being decided; games add what else belongs to it."""

    model_config = ConfigDict(extra="allow")
    seat: int | None  # who decides; null where that is nobody else's business
    kind: str
    prompt: str
    card: str | None  # the card whose text asks


class View(BaseModel):
    """What this client may see of the game; each game adds its own numbers."""

    model_config = ConfigDict(extra="allow")
    game: str
    edition: str
    seat: int | None
    over: bool
    zones: dict[str, list[str | None]]  # cards by name; null: unknown; "": an empty place
    unseen: list[str] | None = None  # what the unknown ones are, if hello asked for it
    decision: Decision | None = None  # absent when the game is over


class OfferedAction(_Sent):
    """An action that is offered."""

    action: int
    words: str  # in the notation of records, unique among the offered
    label: str  # for a person to read
    does: str
    card: str | None
    zone: str | None  # where that card lies
    place: int | None  # and which it is there
    seat: int | None  # whom it is aimed at


class SeatState(_Sent):
    """A seat as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str  # of an open one: for whom it is kept, or empty
    bot: str | None  # the bot that plays it now
    away: bool  # left; the bot plays until they return
    resigned: bool
    clock: float | None  # seconds that were left at the time `at` of the message


class UndoOffer(_Sent):
    """Somebody asks to take actions back."""

    number: int  # which offer of this table it is; an answer names it
    seat: int
    actions: int  # how many
    agreed: list[int]


class ClockRule(_Sent):
    """How long people may think: no clock, so many seconds a move, or a bank with an increment."""

    kind: Literal["none", "move", "bank"]
    seconds: float
    increment: float


class Result(_Sent):
    """How a game ended."""

    scores: list[int]
    winners: list[int]


Value = int | str | bool | None


class OriginInfo(_Sent):
    """Where the cards of a table come from: a deal of its own, a lesson's fixed one, or another table's game."""

    kind: Literal["deal", "lesson", "continued"]
    table: str | None  # the one that was continued
    step: int | None  # and after how many of its actions


class TableState(_Sent):
    """A table as everybody sees it."""

    id: str
    phase: Literal["open", "playing", "finished"]
    game: str
    edition: str
    options: dict[str, Value]  # those that differ from the edition's
    own_cards: bool
    rules_version: int
    seats: list[SeatState]
    clock: ClockRule
    substitute: str  # the bot that plays for who left
    undo: bool
    hints: bool
    spectators: bool
    turn: int | None  # whose clock runs; null if nobody's, or if that is a secret
    pause_until: float | None  # somebody may be asked in secret until then
    offer: UndoOffer | None
    commitment: str  # SHA-256 of the table's secret, known before the cards are dealt; empty where they were given
    secret: str | None  # once the game is over
    origin: OriginInfo
    before: str | None  # the table that this is the rematch of
    rematch: str | None  # the table where it goes on
    result: Result | None


class State(_Sent):
    """The table now, and what happened since the client's last state."""

    type: Literal["state"]
    ply: int  # counts the changes of the game and never goes back; an action has to carry it
    since: int | None  # the news begin after this ply; null: there are none to tell, just draw
    at: float  # the server's time, in seconds since 1970
    news: list[News]
    table: TableState
    view: View | None  # null before the game
    actions: list[OfferedAction]  # empty unless this seat is asked
    answered: bool  # this seat has answered a question put in secret; all answers come to light together
    may_undo: bool  # this seat could offer to take back its last action now


class Welcome(_Sent):
    """The answer to hello."""

    type: Literal["welcome"]
    protocol: int
    table: str
    seat: int | None
    host: bool


class Done(_Sent):
    """A command was carried out and is stored."""

    type: Literal["done"]
    id: str
    ply: int  # after it; a repeated command gets the same answer again


class Refused(_Sent):
    """A message was refused and nothing has changed."""

    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    ply: int | None  # where the table stands now


class SaidLine(_Sent):
    """Something said at the table."""

    seat: int
    text: str
    at: float


class ChatLog(_Sent):
    """What was said: the last of it after hello, then each line."""

    type: Literal["chat"]
    whole: bool  # instead of what the client has
    said: list[SaidLine]


class Presence(_Sent):
    """Who is connected; not part of the log."""

    type: Literal["presence"]
    connected: list[bool]  # by seat
    watching: int


class HintChoice(_Sent):
    """An action as a bot judges it."""

    action: int
    value: float
    share: float
    words: str


class Hint(_Sent):
    """What a strong bot would do."""

    type: Literal["hint"]
    id: str
    ply: int
    choices: list[HintChoice]


class Story(_Sent):
    """What happened before a ply that a client knows of; none: it has been told from the beginning."""

    type: Literal["story"]
    id: str
    news: list[News]


class Goodbye(_Sent):
    """The server closes the connection, for a reason; come back after so many seconds if it says so."""

    type: Literal["goodbye"]
    reason: Literal["restart", "slow", "protocol", "limit"]
    message: str
    retry_after: float | None


# --- over HTTP -----------------------------------------------------------------------------------


class Problem(_Sent):
    """Why a request was refused; nothing has changed."""

    code: str
    message: str


class NewClock(_Said):
    """How long people shall have to think: no clock, so many seconds a move, or a bank with an increment."""

    kind: Literal["none", "move", "bank"]
    seconds: float = 0
    increment: float = 0


class NewTable(_Said):
    """A table to be opened. A seat is "person" or the level of a bot; there are as many as play."""

    game: Word
    seats: Annotated[list[Word], Field(min_length=1, max_length=16)]
    edition: Word | None = None
    options: Annotated[dict[Word, Value], Field(max_length=64)] = {}
    cards: Annotated[str, StringConstraints(max_length=200_000)] = ""  # a card file, whole
    clock: NewClock = NewClock(kind="none")
    substitute: Word = "heuristic"  # the bot for seats left or never taken
    undo: bool = True
    hints: bool = False
    spectators: bool = True
    pause: Annotated[float, Field(ge=0, le=600)] = 6  # seconds that a question put in secret stays open


class Created(_Sent):
    """A table was opened. Keep the token: it makes you the host."""

    table: str
    token: str
    commitment: str


class TakeSeat(_Said):
    """Sit down. The nonce is your share of the deal: random digits that the server could not foresee."""

    name: Name
    nonce: Nonce
    seat: SeatNumber | None = None  # without one, the first that is free


class Seated(_Sent):
    """You sit. Keep the token: it is your seat."""

    table: str
    seat: int
    token: str


class Continue(_Said):
    """Go on from a step of a finished game at a new table, in one of its seats, against bots of one level."""

    step: Number
    seat: SeatNumber
    name: Name
    nonce: Nonce  # as for any seat, though these cards are dealt already
    level: Word = "heuristic"


class NewLesson(_Said):
    """Begin the guided first game of an edition."""

    game: Word
    edition: Word | None = None
    name: Name
    nonce: Nonce


class RematchTable(_Sent):
    """The table where it goes on; the tokens of this one hold there, too."""

    table: str


class Mine(_Said):
    """Tokens, to find their tables."""

    tokens: Annotated[list[Token], Field(max_length=100)]


class MyTable(_Sent):
    """One of your tables."""

    table: str
    seat: int | None
    host: bool
    game: str
    edition: str
    phase: Literal["open", "playing", "finished"]
    your_turn: bool
    names: list[str]
    at: float  # when something happened there last


class MyTables(_Sent):
    """Your tables, those where something happened last first."""

    tables: list[MyTable]


class OptionInfo(_Sent):
    """A house rule."""

    name: str
    title: str
    default: int | str | bool | None
    help: str  # what it decides, in a sentence
    values: list[int | str | bool | None]
    labels: dict[str, str]  # what the values mean, each by how it is written: "true", "null", "eager" ...
    least: int | None
    most: int | None


class EditionInfo(_Sent):
    """An edition of a game."""

    name: str
    title: str
    summary: str
    options: list[OptionInfo]


class GameInfo(_Sent):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    rules_version: int
    fewest: int
    most: int
    editions: list[EditionInfo]
    own_cards: bool  # whether a card file can be given
    assumptions: list[str]
    has_guide: bool  # whether its rules can be read here
    has_lesson: bool  # whether it has a guided first game


class BotInfo(_Sent):
    """A level of bot."""

    name: str
    title: str  # who that is
    about: str  # what they are like


class Catalogue(_Sent):
    """What can be chosen for a table."""

    protocol: int
    version: str
    games: list[GameInfo]
    bots: list[BotInfo]


class CardInfo(_Sent):
    """A kind of card as it is printed."""

    name: str  # the same in every language: zones, events and actions use it
    title: str  # what it is called
    brief: str  # what it does in a line, "" if there is no such line
    copies: int
    numbers: dict[str, int]
    texts: dict[str, str]
    marks: list[str]


class GuideSection(_Sent):
    """A chapter of a guide: plain text, *asterisks* around what is to be emphasised."""

    id: str
    title: str
    paragraphs: list[str]


class GuideInfo(_Sent):
    """The rules of a game for its players, exactly as its edition and options have them; empty if it has none."""

    title: str
    sections: list[GuideSection]


class LessonWhen(_Sent):
    """The moment for a step of a lesson: all that is not null must hold."""

    kind: str | None  # the kind of the decision that is asked
    does: str | None  # an action that does this is offered to the learner
    event: str | None  # an event of this name is in the news
    mine: bool | None  # with an event: whether the learner's seat did it; without one: whether the learner decides
    cards: list[str]  # unless empty: the event is about one of these; without an event, one is in the learner's hand
    over: bool | None  # whether the game is over
    after: list[str]  # the steps that must have been shown before


class LessonStepInfo(_Sent):
    """Something that the learner is told once, the first time that its moment has come."""

    id: str
    title: str
    text: str  # plain, *asterisks* around what is to be emphasised
    when: LessonWhen
    point: str | None  # what it is about: a zone such as "hand" or "supply"; or prompt, actions, log ...


class LessonInfo(_Sent):
    """A guided first game. Of the steps whose moment has come, the first is shown first."""

    title: str
    edition: str
    players: int
    steps: list[LessonStepInfo]


class FrameNews(_Sent):
    """What one action brought about, as these eyes saw it."""

    story: list[str]
    events: list[Event]


class Frame(_Sent):
    """A step of a finished game: an action, and the position after it. Step 0 is the deal."""

    step: int
    seat: int | None  # who acted; null for the deal, and for a secret question that these eyes did not see
    label: str  # what was chosen; empty where these eyes saw only what followed from it
    news: FrameNews
    view: View


class Replay(_Sent):
    """A part of a finished game, step by step."""

    table: str
    eyes: str
    steps: int  # the last one: as many as there were actions
    names: list[str]  # by seat
    frames: list[Frame]


class ReviewSeries(_Sent):
    """A number of each seat as it went through the game: at the deal, at each turn or hand, at the end."""

    key: str
    title: str
    points: list[list[int]]  # by time, then by seat


class ReviewSource(_Sent):
    """What a part of a seat's score was got by, or lost by."""

    title: str
    card: str | None
    n: int


class ReviewInfo(_Sent):
    """How a finished game went; the sources of a seat sum up to its score."""

    series: list[ReviewSeries]  # the score first
    sources: list[list[ReviewSource]]  # by seat


class Health(_Sent):
    """That a server lives, or is ready."""

    status: Literal["ok", "stopping"]
    version: str


# --- the schema of all of them -------------------------------------------------------------------

FromServer = Annotated[
    Welcome | State | ChatLog | Presence | Done | Refused | Hint | Story | Goodbye, Field(discriminator="type")
]
_TO_CLIENT = (Welcome, State, ChatLog, Presence, Done, Refused, Hint, Story, Goodbye)
_FROM_CLIENT = (
    HelloMessage,
    ActMessage,
    ChatMessage,
    OfferUndoMessage,
    AnswerUndoMessage,
    LeaveMessage,
    ReturnMessage,
    ResignMessage,
    HintRequest,
    StoryRequest,
    ResendMessage,
)


def schema() -> dict[str, Any]:
    """The JSON Schema of every message, over the WebSocket (`FromClient` and `FromServer`) and over HTTP."""
    _, whole = models_json_schema(
        _models(), title="Silverhook", description=f"protocol {PROTOCOL}", schema_generator=_Schema
    )
    for name, union in (("FromClient", _FROM_CLIENT), ("FromServer", _TO_CLIENT)):
        whole["$defs"][name] = {
            "oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in union],
            "discriminator": {"propertyName": "type"},
        }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "protocol": PROTOCOL, **whole}


class _Schema(GenerateJsonSchema):
    """A schema that types are made of: only messages have names of their own, their fields do not."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _models() -> list[tuple[type[BaseModel], Literal["validation", "serialization"]]]:
    """Every model of this file, with whether a client or the server writes it."""
    public = (globals()[name] for name in __all__)
    models = [one for one in public if isinstance(one, type) and issubclass(one, BaseModel)]
    return [(one, "validation" if issubclass(one, _Said) else "serialization") for one in models]

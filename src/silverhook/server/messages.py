"""Every message between a server and its clients. The page's types are generated from here.

Incoming messages are models: pydantic validates them when they arrive. Outgoing messages are typed dicts: mypy checks
the code that builds them, so that sending them costs no validation. A change that breaks old clients must raise
`PROTOCOL`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, with_config
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypedDict, is_typeddict

__all__ = [
    "PROTOCOL",
    "Access",
    "ActMessage",
    "AnalysisDecision",
    "AnalysisInfo",
    "AnalysisPlayer",
    "AnalysisState",
    "AnalysisTurning",
    "AnswerUndoMessage",
    "BotInfo",
    "CardCheck",
    "CardHelp",
    "CardInfo",
    "CardProblem",
    "Catalogue",
    "ChatLog",
    "ChatMessage",
    "CheckCards",
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
    "HouseChoice",
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
    "Notice",
    "Notices",
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
    """From a client: exactly these fields of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


@with_config(ConfigDict(extra="forbid"))
class _Sent(TypedDict):
    """From the server: exactly these fields."""


# --- over the WebSocket, from a client -----------------------------------------------------------


class HelloMessage(_Said):
    """The first message on a connection: whose it is and what it has seen."""

    type: Literal["hello"]
    protocol: int
    token: Token | None = None  # of a seat or of the host; without one, you are a spectator
    since: Number | None = None  # the ply of the last state you saw, to get only later news
    memory: bool = False  # whether views include `unseen`: the cards whose places you do not know
    language: Language = "en"  # of prompts, labels, stories and hints; English if it is not available
    at_once: bool = False  # whether you need no pause between the moves of bots


class _Command(_Said):
    id: Id  # chosen by the client; the answer repeats it


class ActMessage(_Command):
    """Take one of the offered actions."""

    type: Literal["act"]
    ply: Number  # the one that the offered actions came with
    action: Number


class ChatMessage(_Command):
    """Send a chat message to the table."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class OfferUndoMessage(_Command):
    """Ask the others to take back your last action, if it revealed no hidden card."""

    type: Literal["offer_undo"]


class AnswerUndoMessage(_Command):
    """Accept or decline the offered undo."""

    type: Literal["answer_undo"]
    offer: Number  # the number of the offer, so that a late answer never counts for another one
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
    """Ask what a strong bot would do here."""

    type: Literal["hint"]


class StoryRequest(_Command):
    """Ask for the news just before a ply, as many as fit one answer."""

    type: Literal["story"]
    before: Number  # the first ply that you know


class ResendMessage(_Command):
    """Ask for the whole table again."""

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
    """One event of the game as this client may know it, for animation."""

    what: str
    seat: int | None  # who did it; null: the table itself
    other: int | None  # whom it was done to
    card: str | None
    hidden: bool  # there was a card that this client may not know
    n: int
    source: str | None  # zones
    target: str | None
    sentence: int | None  # the index in `story` of the sentence that begins with this event


class News(_Sent):
    """What one change of the game did, as this client may know it."""

    ply: int
    undone: bool  # actions were taken back
    story: list[str]  # in sentences
    events: list[Event]


@with_config(ConfigDict(extra="allow"))
class Decision(TypedDict):
    """The open decision; games add facts of their own."""

    seat: int | None  # who decides; null if that is secret
    kind: str
    prompt: str
    card: str | None  # the card whose text asks


@with_config(ConfigDict(extra="allow"))
class View(TypedDict):
    """What this client may see of the game; each game adds its own counters."""

    game: str
    edition: str
    seat: int | None
    over: bool
    zones: dict[str, list[str | None]]  # cards by name; null: unknown; "": an empty place
    unseen: NotRequired[list[str] | None]  # the unknown cards, if hello asked for them
    decision: NotRequired[Decision | None]  # absent when the game is over


class OfferedAction(_Sent):
    """An action that this client may take."""

    action: int
    words: str  # in the notation of records; unique among the offered actions
    label: str  # for a person to read
    does: str
    card: str | None
    zone: str | None  # where that card is
    place: int | None  # its index in that zone
    seat: int | None  # the target


class SeatState(_Sent):
    """The public state of a seat."""

    kind: Literal["open", "person", "bot"]
    name: str  # of an open seat: the player it is reserved for, or empty
    bot: str | None  # the bot that plays it now
    away: bool  # left; a bot plays until they return
    resigned: bool
    clock: float | None  # seconds left at the time `at` of the message


class UndoOffer(_Sent):
    """An offer to take actions back."""

    number: int  # an answer names it
    seat: int
    actions: int  # how many
    agreed: list[int]


class ClockRule(_Sent):
    """How long people may think: no limit, seconds for each move, or a bank with an increment."""

    kind: Literal["none", "move", "bank"]
    seconds: float
    increment: float


class Result(_Sent):
    """How a game ended."""

    scores: list[int]
    winners: list[int]


Value = int | str | bool | None


class OriginInfo(_Sent):
    """Where the cards of a table come from: its own deal, a lesson's fixed deal, or another table's game."""

    kind: Literal["deal", "lesson", "continued"]
    table: str | None  # the one that was continued
    step: int | None  # after this many of its actions
    lesson: str | None  # the name of the lesson


class TableState(_Sent):
    """The public state of a table."""

    id: str
    phase: Literal["open", "playing", "finished"]
    game: str
    edition: str
    options: dict[str, Value]  # those that differ from the edition's
    own_cards: bool
    rules_version: int
    seats: list[SeatState]
    clock: ClockRule
    substitute: str  # the bot that replaces players who leave
    undo: bool
    hints: bool
    spectators: bool
    turn: int | None  # who decides; null if nobody does or if that is secret
    pause_until: float | None  # a secret question may be open until then
    offer: UndoOffer | None
    commitment: str  # SHA-256 of the table's secret, known before the deal; empty if the deal was given
    secret: str | None  # once the game is over
    origin: OriginInfo
    before: str | None  # the table that this is the rematch of
    rematch: str | None  # the table where it goes on
    result: Result | None


class State(_Sent):
    """The present state, and the news since the client's last state."""

    type: Literal["state"]
    ply: int  # counts changes of the game and never goes back; an action must name it
    since: int | None  # the news begin after this ply; null: there are none, just draw the state
    at: float  # the time at the table, to count clocks and the pause from; close to seconds since 1970
    news: list[News]
    table: TableState
    view: View | None  # null before the game
    actions: list[OfferedAction]  # empty unless this seat decides
    answered: bool  # this seat has answered a secret question; all answers are revealed together
    may_undo: bool  # this seat can offer to take back its last action now


class Welcome(_Sent):
    """The answer to hello."""

    type: Literal["welcome"]
    protocol: int
    table: str
    seat: int | None
    host: bool


class Done(_Sent):
    """A command was carried out and stored."""

    type: Literal["done"]
    id: str
    ply: int  # after the command; a repeated command gets the same answer


class Refused(_Sent):
    """A message was refused and nothing has changed."""

    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    ply: int | None  # the present ply


class SaidLine(_Sent):
    """A chat line."""

    seat: int
    text: str
    at: float


class ChatLog(_Sent):
    """Chat: the last lines after hello, then each new line."""

    type: Literal["chat"]
    whole: bool  # whether these lines replace those that the client has
    said: list[SaidLine]


class Presence(_Sent):
    """Who is connected."""

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
    """Earlier news; empty if the client has them all."""

    type: Literal["story"]
    id: str
    news: list[News]


class Notice(_Sent):
    """What the operator tells everybody; sent after the welcome if there is anything, and when it changes."""

    type: Literal["notice"]
    announcement: str | None
    draining: bool  # no new tables are opened; games in progress go on


GoodbyeReason = Literal["restart", "changed", "slow", "protocol", "limit"]


class Goodbye(_Sent):
    """The server closes the connection. Reconnect after `retry_after` seconds, if given."""

    type: Literal["goodbye"]
    reason: GoodbyeReason
    message: str
    retry_after: float | None


# --- over HTTP -----------------------------------------------------------------------------------


class Problem(_Sent):
    """Why a request was refused; nothing has changed."""

    code: str
    message: str


class NewClock(_Said):
    """How long people may think: no limit, seconds for each move, or a bank with an increment."""

    kind: Literal["none", "move", "bank"]
    seconds: float = 0
    increment: float = 0


class NewTable(_Said):
    """A table to open. Each seat is "person" or the level of a bot."""

    game: Word
    seats: Annotated[list[Word], Field(min_length=1, max_length=16)]
    edition: Word | None = None
    options: Annotated[dict[Word, Value], Field(max_length=64)] = {}
    cards: Annotated[str, StringConstraints(max_length=64_000)] = ""  # a card file, whole
    card_set: Annotated[str, StringConstraints(max_length=64)] | None = (
        None  # one of the house's; "": the edition's own
    )
    clock: NewClock = NewClock(kind="none")
    substitute: Word = "heuristic"  # the bot for empty seats and for players who leave
    undo: bool = True
    hints: bool = False
    spectators: bool = True
    pause: Annotated[float, Field(ge=0, le=600)] = 6  # seconds that a secret question stays open


class Created(_Sent):
    """A table was opened. Keep the token: it makes you the host."""

    table: str
    token: str
    commitment: str


class TakeSeat(_Said):
    """Take a seat. The nonce is your share of the deal: random digits that the server cannot foresee."""

    name: Name
    nonce: Nonce
    seat: SeatNumber | None = None  # without one, the first free seat


class Seated(_Sent):
    """You have a seat. Keep the token: it holds your seat."""

    table: str
    seat: int
    token: str


class Continue(_Said):
    """Continue a finished game from a step, at a new table, in one seat against bots of one level."""

    step: Number
    seat: SeatNumber
    name: Name
    nonce: Nonce  # required as for any seat, though the deal is given
    level: Word = "heuristic"


class NewLesson(_Said):
    """Start a guided game of an edition."""

    game: Word
    lesson: Word = "first"
    edition: Word | None = None
    name: Name
    nonce: Nonce


class Access(_Said):
    """The access code of a server that has one."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class RematchTable(_Sent):
    """The table of the rematch, where the tokens of this table are valid too."""

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
    at: float  # the time of the last public event


class MyTables(_Sent):
    """Your tables, the most recently active first."""

    tables: list[MyTable]


class Notices(_Sent):
    """What the operator tells everybody."""

    announcement: str | None
    draining: bool  # no new tables are opened; games in progress go on


class OptionInfo(_Sent):
    """A house rule."""

    name: str
    title: str
    default: int | str | bool | None
    help: str  # its effect, in a sentence
    values: list[int | str | bool | None]
    labels: dict[str, str]  # the meaning of each value, by its JSON form: "true", "null", "eager" ...
    least: int | None
    most: int | None


class EditionInfo(_Sent):
    """An edition of a game."""

    name: str
    title: str
    summary: str
    options: list[OptionInfo]


class HouseChoice(_Sent):
    """What the house has chosen for a game: what the lobby selects first, and its card sets."""

    edition: str
    players: int | None
    level: str | None  # of bots
    card_set: str | None  # for tables that name none; null: the edition's own
    card_sets: list[str]


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
    house: HouseChoice
    has_look: bool  # whether its package has a look for the page, under /looks/NAME/


class BotInfo(_Sent):
    """A level of bot."""

    name: str
    title: str  # its name
    about: str  # how it plays
    strength: Literal["easy", "medium", "strong", "very_strong"] | None  # by its rating in the arena; null without one


class Catalogue(_Sent):
    """Everything that can be chosen for a table."""

    protocol: int
    version: str
    games: list[GameInfo]
    bots: list[BotInfo]


class CardInfo(_Sent):
    """A kind of card as it is printed."""

    name: str  # the same in every language: zones, events and actions use it
    title: str  # its name for readers
    brief: str  # its effect in one line; may be empty
    copies: int
    numbers: dict[str, int]
    texts: dict[str, str]
    signs: dict[str, list[str]]  # the texts by sentence, with signs such as "<coin>" in place of words; may be empty
    marks: list[str]


class CheckCards(_Said):
    """A card file to check while it is being written."""

    edition: Word | None = None
    cards: Annotated[str, StringConstraints(max_length=64_000)]


class CardProblem(_Sent):
    """A mistake in a card file; lines and columns count from 1."""

    line: int
    column: int
    message: str


class CardCheck(_Sent):
    """What is wrong with a card file; with mistakes in it, the rest is empty."""

    problems: list[CardProblem]
    shortage: str  # why its cards cannot be played yet, such as too few of them; empty if they can
    warnings: list[str]  # what looks wrong
    cards: list[CardInfo]  # as they are printed


class CardHelp(_Sent):
    """What helps in writing a card file."""

    example: str  # a card file to begin with
    phrases: list[str]  # sentences for texts


class GuideSection(_Sent):
    """A chapter of a guide: plain text, with *asterisks* around emphasised words."""

    id: str
    title: str
    paragraphs: list[str]


class GuideInfo(_Sent):
    """The rules of a game for its players, with its edition and options; empty if it has no guide."""

    title: str
    sections: list[GuideSection]


class LessonWhen(_Sent):
    """The moment for a step of a lesson: every condition that is not null must hold."""

    kind: str | None  # the kind of the decision that is asked
    does: str | None  # an action that does this is offered to the learner
    event: str | None  # an event of this name is in the news
    mine: bool | None  # with an event: whether the learner's seat did it; without one: whether the learner decides
    cards: list[str]  # unless empty: the event is about one of these; without an event, one is in the learner's hand
    over: bool | None  # whether the game is over
    after: list[str]  # the steps that must have been shown before


class LessonStepInfo(_Sent):
    """An explanation that is shown once, the first time its moment comes."""

    id: str
    title: str
    text: str  # plain, with *asterisks* around emphasised words
    when: LessonWhen
    point: str | None  # what to point at: a zone such as "hand" or "supply"; or prompt, actions, log ...
    goal: list[str]  # what the action does that the step asks for, one of these; empty if it asks for none
    ask: str  # the request
    done: str  # what to say when the learner has done it
    other: str  # ... or something else


class LessonInfo(_Sent):
    """A guided game. Steps whose moment has come are shown in this order."""

    title: str
    next: str | None  # the lesson that follows
    edition: str
    players: int
    steps: list[LessonStepInfo]


class FrameNews(_Sent):
    """What one action did, as the chosen viewer saw it."""

    story: list[str]
    events: list[Event]


class Frame(_Sent):
    """A step of a finished game: an action, and the position after it. Step 0 is the deal."""

    step: int
    seat: int | None  # who acted; null for the deal and for secret questions that the viewer may not see
    label: str  # what was chosen; empty if the viewer saw only its effects
    news: FrameNews
    view: View


class Replay(_Sent):
    """A part of a finished game, step by step."""

    table: str
    eyes: str
    steps: int  # the last step, which is the number of actions
    names: list[str]  # by seat
    frames: list[Frame]


class ReviewSeries(_Sent):
    """One number of each seat over time: at the deal, at each turn or hand, and at the end."""

    key: str
    title: str
    along: str  # what passes between two points, such as "Turns"
    points: list[list[int]]  # by time, then by seat


class ReviewSource(_Sent):
    """One source of a seat's score; negative if it cost points."""

    title: str
    card: str | None
    n: int
    copies: int  # how many cards share it
    at_end: bool  # whether it counts after all others, as an effect at the end of the game


class ReviewInfo(_Sent):
    """The course of a finished game. The sources of a seat add up to its score."""

    series: list[ReviewSeries]  # the score first
    sources: list[list[ReviewSource]]  # by seat


class AnalysisDecision(_Sent):
    """A decision as the search judged it."""

    step: int  # the number of actions before it
    seat: int
    label: str  # what was played
    verdict: Literal["good", "inaccuracy", "mistake"]
    chance: float  # to win, after it
    loss: float  # of the chance to win, against the best action
    error: float  # the standard error of the loss
    best: str  # what would have been better; "" if nothing was
    why: str  # the reason for the best action
    against: str  # the reason for the one that was played


class AnalysisPlayer(_Sent):
    """What the decisions of one seat were worth."""

    seat: int
    decisions: int
    inaccuracies: int
    mistakes: int
    accuracy: float | None  # the share of decisions without an error; an inaccuracy counts as half of one
    lost: float  # the chances to win that its errors cost, added up
    luck: float | None  # how much better its true chance was than it could know, on average; only in an open view


class AnalysisTurning(_Sent):
    """A moment when a chance changed much."""

    step: int
    seat: int
    change: float
    story: str


class AnalysisInfo(_Sent):
    """What one reader may see of the analysis of a finished game."""

    eyes: str
    simulations: int  # of each decision, at least
    played_on: int  # games behind each chance over time
    steps: list[int]  # the moments of the chances
    known: list[list[float]]  # by moment and seat; in an open view, each seat's chance as that seat could know it
    true: list[list[float]]  # the same as it was, with all cards where they lay; only in an open view
    decisions: list[AnalysisDecision]
    players: list[AnalysisPlayer]
    turning: list[AnalysisTurning]


class AnalysisState(_Sent):
    """The analysis of a finished game, or how far it is."""

    progress: float  # from 0 to 1
    analysis: AnalysisInfo | None  # when it is done


class Health(_Sent):
    """Whether the server runs and is ready."""

    status: Literal["ok", "stopping"]
    version: str


# --- the schema of all of them -------------------------------------------------------------------

FromServer = Annotated[
    Welcome | State | ChatLog | Presence | Done | Refused | Hint | Story | Notice | Goodbye, Field(discriminator="type")
]
_TO_CLIENT = (Welcome, State, ChatLog, Presence, Done, Refused, Hint, Story, Notice, Goodbye)
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


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of every message, over the WebSocket (`FromClient` and `FromServer`) and over HTTP."""
    _, whole = TypeAdapter.json_schemas(
        _messages(), title="Silverhook", description=f"protocol {PROTOCOL}", schema_generator=_Schema
    )
    for name, union in (("FromClient", _FROM_CLIENT), ("FromServer", _TO_CLIENT)):
        whole["$defs"][name] = {
            "oneOf": [{"$ref": f"#/$defs/{message.__name__}"} for message in union],
            "discriminator": {"propertyName": "type"},
        }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "protocol": PROTOCOL, **whole}


class _Schema(GenerateJsonSchema):
    """A schema to generate types from: messages have titles, their fields do not."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _messages() -> list[tuple[str, Literal["validation", "serialization"], TypeAdapter[Any]]]:
    """Every message of this file, for validation (from clients) or serialization (to clients)."""
    public = ((name, globals()[name]) for name in __all__)
    return [
        (name, "serialization" if is_typeddict(one) else "validation", TypeAdapter(one))
        for name, one in public
        if is_typeddict(one) or (isinstance(one, type) and issubclass(one, BaseModel))
    ]

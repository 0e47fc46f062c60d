"""What is stored: clubs, tournaments, boards, incidents, and the history of everything that happened to them."""

from arbitrage.models.board import Board as Board
from arbitrage.models.board import Result as Result
from arbitrage.models.check import RecordCheck as RecordCheck
from arbitrage.models.club import Club as Club
from arbitrage.models.club import Membership as Membership
from arbitrage.models.club import Pairing as Pairing
from arbitrage.models.history import Event as Event
from arbitrage.models.history import Stream as Stream
from arbitrage.models.history import ends_of_chains as ends_of_chains
from arbitrage.models.history import events_of_room as events_of_room
from arbitrage.models.incident import Adjustment as Adjustment
from arbitrage.models.incident import Answer as Answer
from arbitrage.models.incident import Duty as Duty
from arbitrage.models.incident import Incident as Incident
from arbitrage.models.incident import Inquiry as Inquiry
from arbitrage.models.incident import Note as Note
from arbitrage.models.incident import Ruling as Ruling
from arbitrage.models.index import IndexEntry as IndexEntry
from arbitrage.models.penalty import Penalty as Penalty
from arbitrage.models.review import Remark as Remark
from arbitrage.models.review import cases_of_law as cases_of_law
from arbitrage.models.review import with_review as with_review
from arbitrage.models.tournament import Contestant as Contestant
from arbitrage.models.tournament import Player as Player
from arbitrage.models.tournament import Section as Section
from arbitrage.models.tournament import Tournament as Tournament

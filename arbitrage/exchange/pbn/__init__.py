"""PBN, Portable Bridge Notation (versions 1.0 to 2.1), for deals and for results.

A file is a sequence of games: tag pairs, and sections of rows under some of them. The value "#" repeats that of the
game before; "##value" in one game is the default of the later ones. Results come in three ways, all read here: a
ScoreTable in each board's game (the French federation's Magic Contest, OKbridge), one game a table, or the two rooms of
a match. TotalScoreTable names the pairs. Auctions and play are kept with the result they belong to.

A game that cannot be read is noted with its line, and the others are read.
"""

from arbitrage.exchange.pbn.games import recognises as recognises
from arbitrage.exchange.pbn.reading import read as read
from arbitrage.exchange.pbn.writing import SCORINGS as SCORINGS
from arbitrage.exchange.pbn.writing import quoted as quoted
from arbitrage.exchange.pbn.writing import write as write

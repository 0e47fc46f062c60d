"""USEBIO, the XML results files of the English Bridge Union and its neighbours (usebio.org, versions 1.0 to 1.3).

EVENT holds PARTICIPANTS and BOARDs, directly or under SESSION and SECTION; a BOARD holds one TRAVELLER_LINE a table. In
a team or Swiss event the BOARDs are under MATCH. The hands are apart, in HANDSET. SCORE is from North-South's side;
"A6040" there is an artificial score, in percent. Dealer and vulnerability are not in the file: they follow from the
board's number (Law 2).

A file that declares entities or an internal DTD is refused before any of its content is used: no entity is expanded,
and nothing is fetched. A DOCTYPE that only points elsewhere is skipped.
"""

from arbitrage.exchange.usebio.reading import read as read
from arbitrage.exchange.usebio.reading import recognises as recognises
from arbitrage.exchange.usebio.writing import write as write

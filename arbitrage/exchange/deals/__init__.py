"""Files of deals for dealing machines, without results: .dup, .dlm, .bri, .dge and .ber, one a module.

Each module recognises its files and reads their boards; `holders` has what they share.
"""

from arbitrage.exchange.deals import ber as ber
from arbitrage.exchange.deals import bri as bri
from arbitrage.exchange.deals import dge as dge
from arbitrage.exchange.deals import dlm as dlm
from arbitrage.exchange.deals import dup as dup

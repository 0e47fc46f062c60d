"""Files of deals for dealing machines, without results: .dup, .dlm, .bri, .dge and .ber, one a module.

Each says whether it recognises a file and reads its boards; what they share is in `holders`.
"""

from arbitrage.exchange.deals import ber as ber
from arbitrage.exchange.deals import bri as bri
from arbitrage.exchange.deals import dge as dge
from arbitrage.exchange.deals import dlm as dlm
from arbitrage.exchange.deals import dup as dup

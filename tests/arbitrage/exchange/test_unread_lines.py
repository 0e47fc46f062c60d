"""A part of a line that could not be read stays marked as unread in every exported file, even if its text looks like a
result."""

from dataclasses import replace

import pytest

from arbitrage import exchange
from arbitrage.exchange import pbn, usebio
from tests.arbitrage.exchange.exchange_files import PLAYED, usebio_board, usebio_pair

LOOKS_LIKE_A_RESULT = ("Pass", "PASS", "pass ", "Passe", "P", "AP", "All Pass", "passed out", "NP", "A5050", "60%", "-")


@pytest.mark.parametrize("remark", LOOKS_LIKE_A_RESULT)
@pytest.mark.parametrize("contract", ["", "4S"])
@pytest.mark.parametrize("written", [usebio.write, pbn.write], ids=["usebio", "pbn"])
def test_an_unread_line_is_never_a_pass_out_nor_any_other_result(written, contract, remark):
    event = (
        f"<EVENT EVENT_TYPE='PAIRS'>{usebio_pair(1, 'a', 'b')}{usebio_pair(2, 'c', 'd')}{usebio_board(PLAYED)}</EVENT>"
    )
    file = exchange.read(f"<USEBIO Version='1.2'>{event}</USEBIO>".encode())
    (board,) = file.boards
    unread = replace(board.results[0], kind="unreadable", contract=contract, remark=remark, score=None)
    (back,) = exchange.read(written(replace(file, boards=(replace(board, results=(unread,)),)))).boards
    assert [line.kind for line in back.results] == ["unreadable"]

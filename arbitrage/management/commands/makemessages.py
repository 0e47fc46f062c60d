"""Gather the texts of the code for the translator."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command, which proposes no French for a new sentence: what resembles another one is wrong more often
    than right, and stays unnoticed."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

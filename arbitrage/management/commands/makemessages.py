"""`manage.py makemessages`: gather the texts of the code for the translator."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command without its guesses: a new sentence gets no French from one that resembles it, which would
    more often be wrong than right and go unnoticed."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

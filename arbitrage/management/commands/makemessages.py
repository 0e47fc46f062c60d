"""`manage.py makemessages`: collect the texts of the code for the translator."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's command without fuzzy matching, which would give a new sentence the French of a similar one; that is
    more often wrong than right, and goes unnoticed."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

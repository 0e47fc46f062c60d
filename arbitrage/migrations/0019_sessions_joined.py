from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0018_a_tablet_that_ends")]

    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("kind", "session_joined")), fields=["club"], name="sessions_joined_in_a_club"
            ),
        ),
    ]

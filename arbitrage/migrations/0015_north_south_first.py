from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0014_indexes_that_others_begin_with"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="contestant",
            options={"ordering": ["section", "position", "-direction"]},
        ),
    ]

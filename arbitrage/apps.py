from django.apps import AppConfig


class ArbitrageConfig(AppConfig):
    name = "arbitrage"
    label = "arbitrage"
    default_auto_field = "django.db.models.BigAutoField"

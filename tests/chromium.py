"""Search for the Chromium of this machine. CHROMIUM, in the environment, names another one."""

import os
import shutil

SHELL = "chromium-headless-shell"
"""Chromium without windows: the same engine, pages and scripts, with a third less processor time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
NEEDED = f"{SHELL}, {', '.join(WHOLE[:-1])} or {WHOLE[-1]}"

WITHOUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
"""Features switched off: the two internal pages of the invisible address bar, which took half of the browser's time,
and those that Playwright switches off, because the browser uses only the last option of this kind."""

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={WITHOUT}",
)
"""Options that stop requests of the browser's own over the network."""


def chromium(*, whole: bool = False) -> str | None:
    """Return the path of the browser; None if there is none. *whole* prefers the browser with windows, for
    measurements."""
    names = (*WHOLE, SHELL) if whole else (SHELL, *WHOLE)
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)

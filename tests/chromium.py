"""Search for the Chromium of this machine. CHROMIUM, in the environment, names another one."""

import os
import shutil

SHELL = "chromium-headless-shell"
"""Chromium without its windows: the same engine, pages and scripts, at a third less of the processor's time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
NEEDED = f"{SHELL}, {', '.join(WHOLE[:-1])} or {WHOLE[-1]}"

WITHOUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
"""What a browser does without: the two pages that it loads in every window for an address bar that nobody sees, which
were half of all that it worked; and what Playwright leaves out, for the last list counts."""

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
"""It asks nobody on the network for anything."""

HEAVY = "RenderDocument,AudioServiceOutOfProcess,NetworkServiceSandbox"
LIGHT = (
    *(f"{flag},{HEAVY}" if flag.startswith("--disable-features=") else flag for flag in QUIET),
    "--disable-site-isolation-trials",
    "--in-process-gpu",
    "--disable-lcd-text",
    "--disable-breakpad",
    "--disable-logging",
    "--blink-settings=v8CacheOptions=3",
)
"""For the tests, not for a measure: one process paints for all windows, in grey; a page takes over the frame of the one
before; no log is written. A page that is opened again and again costs some 20 % less of the processor's time."""


def chromium(*, whole: bool = False) -> str | None:
    """Return the path of the browser; None if there is none. *whole* prefers the browser that people use, for a
    measure."""
    names = (*WHOLE, SHELL) if whole else (SHELL, *WHOLE)
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)

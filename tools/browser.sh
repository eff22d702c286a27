#!/bin/sh
# Make sure of a Chromium for the browser tests; without one they are skipped, and this says so. Never fails.
set -u
found() { .venv/bin/python -m tests.browser >/dev/null 2>&1; }
missing() {
    echo "---------------------------------------------------------------------------" >&2
    echo "No Chromium: $1" >&2
    echo "The browser tests will be SKIPPED. Install Chromium or Chrome, or set" >&2
    echo "CHROMIUM=/path/to/it, to run them." >&2
    echo "---------------------------------------------------------------------------" >&2
    exit 0
}

found && exit 0
command -v apt-get >/dev/null 2>&1 || missing "there is no apt-get here to install it with."
if [ "$(id -u)" = 0 ]; then
    as_root=''
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
else
    missing "installing it needs root, and sudo is not at hand."
fi
echo "Installing Chromium for the browser tests (Debian package) ..."
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -q --no-install-recommends "$1" >/dev/null 2>&1; }
either() { install chromium-headless-shell || install chromium; }   # the former is smaller, and not everywhere
either || { $as_root apt-get update -q >/dev/null 2>&1; either; } || missing "apt-get could not install the package."
found || missing "the installed package does not start."

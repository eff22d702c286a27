"""What whoever runs the bot does to its data: back up, verify, restore, have it examined. Knows files, settings and the host's
replay; no Discord but its door."""

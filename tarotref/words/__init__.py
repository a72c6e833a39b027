"""Every phrase that the machine says, for pages, tables and the terminal alike."""

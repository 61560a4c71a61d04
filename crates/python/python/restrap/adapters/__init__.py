"""Outcomes of other programs, by value: a module each, imported when it is asked for. None of them imports the program itself."""

"""Yukon for people: a table to play at, kept games and results, and a window around them.

===============  ================================================================================
module           subject
===============  ================================================================================
``levels``       the two systems and what each lets a person choose
``table``        what a drag, a drop, a tap and a double tap mean; no pixels
``controls``     presses and releases at points, made into taps and drags; keys
``keyboard``     the same with keys: a cursor over the cards
``session``      one deal being played: its clock, and how it is kept
``results``      what became of deals, and statistics
``store``        files that a killed process cannot harm
``panels``       dialogues as data, and where their parts lie
``screens``      each dialogue of the game
``brush``        pens and buttons; ``scene`` the whole picture
``app``          what all of it does together, free of pygame; ``window`` around it
===============  ================================================================================
"""

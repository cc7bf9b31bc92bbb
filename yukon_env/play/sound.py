"""Short sounds, made here; where the machine has no sound, silence."""

from typing import Any

import numpy as np

_RATE = 22_050
_LOUDNESS = 0.22
_TONES = {
    "place": ((180.0, 0.05),),
    "up": ((660.0, 0.07), (880.0, 0.09)),
    "refused": ((150.0, 0.12),),
    "won": ((523.0, 0.12), (659.0, 0.12), (784.0, 0.12), (1047.0, 0.3)),
}
"""Each sound as notes: Hertz and seconds."""


def samples(name: str) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """The sound of a name, int16 at 22,050 a second, one channel."""
    notes = []
    for pitch, seconds in _TONES[name]:
        time = np.arange(int(_RATE * seconds)) / _RATE
        notes.append(np.sin(2 * np.pi * pitch * time) * np.exp(-4 * time / seconds))
    return (np.concatenate(notes) * _LOUDNESS * 32767).astype(np.int16)


class Sounds:
    """Plays sounds by name.

    Args:
        pygame: the module.

    Attributes:
        works: whether the machine has sound.
    """

    def __init__(self, pygame: Any) -> None:
        try:
            # No changes: on a device with two channels the samples would play at double speed.
            pygame.mixer.init(_RATE, -16, 1, 512, allowedchanges=0)
            self._sounds = {
                name: pygame.mixer.Sound(buffer=samples(name).tobytes()) for name in _TONES
            }
        except (pygame.error, NotImplementedError):
            self._sounds = {}
        self.works = bool(self._sounds)

    def play(self, name: str) -> None:
        """Play ``place``, ``up``, ``refused`` or ``won``."""
        if self.works:
            self._sounds[name].play()

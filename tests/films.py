"""Films as the tests see them."""

import subprocess

import imageio_ffmpeg
import numpy as np


def near(first, second) -> bool:
    """Alike but for the few colours or the losses of a film."""
    return float(np.abs(first.astype(int) - second.astype(int)).mean()) < 8


def read_mp4(path, size) -> tuple[str, np.ndarray]:
    """What the decoder says of a film, and its frames."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-i", path, "-f", "rawvideo"]
    done = subprocess.run([*command, "-pix_fmt", "rgb24", "-"], capture_output=True, check=True)
    frames = np.frombuffer(done.stdout, np.uint8).reshape(-1, size[1], size[0], 3)
    return done.stderr.decode(), frames

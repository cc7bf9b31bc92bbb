"""The one place that imports Pillow, so that its absence is told in one way."""

from typing import Any

_MISSING = (
    "Pictures of the board need Pillow, which is not installed: "
    'pip install "yukon-env[render]" brings it.'
)


def require_pillow() -> Any:
    """The package ``PIL`` with the modules that drawing uses.

    Raises:
        ImportError: Pillow is not installed; the message names the extra that brings it.
    """
    try:
        import PIL.Image
        import PIL.ImageChops
        import PIL.ImageDraw
        import PIL.ImageFilter
        import PIL.ImageFont
    except ImportError as error:
        raise ImportError(_MISSING) from error
    return PIL

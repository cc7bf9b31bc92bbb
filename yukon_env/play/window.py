"""The window itself: pygame's events in, pictures out."""

from typing import TYPE_CHECKING, Any

from yukon_env.play.controls import Controls
from yukon_env.play.stage import DEFAULT_SIZE, LEAST_SIZE
from yukon_env.render.window import require_pygame

if TYPE_CHECKING:
    from yukon_env.play.app import App

FPS = 60


class PlayWindow:
    """A window of any size around an :class:`~yukon_env.play.app.App`.

    Args:
        app: what it shows.
        title: of the window.

    Raises:
        ImportError: pygame-ce is not installed; the message names the extra.
        OSError: there is no display.
    """

    def __init__(self, app: "App", title: str = "Yukon") -> None:
        self.app, self.controls = app, Controls(app)
        self._pygame = require_pygame()
        try:
            self._pygame.display.init()
            self._screen = self._pygame.display.set_mode(DEFAULT_SIZE, self._pygame.RESIZABLE)
        except self._pygame.error as error:
            raise OSError(f"there is no display for a window: {error}") from error
        self._pygame.display.set_caption(title)
        self._pygame.key.set_repeat(400, 60)
        app.resize(*self._screen.get_size())

    def run(self) -> None:
        """Go on until the player leaves. Ctrl-C keeps everything too."""
        clock = self._pygame.time.Clock()
        try:
            while self.app.is_open:
                self.step()
                clock.tick(FPS)
        finally:
            self.close()

    def step(self) -> None:
        """Handle what has happened, and show what has changed."""
        for event in self._pygame.event.get():
            self._handle(event)
        if self.app.is_open:
            self.app.tick()
            if self.app.is_stale:
                self._present()

    def close(self) -> None:
        """Keep everything and close."""
        self.app.leave()
        self._pygame.display.quit()

    def _handle(self, event: Any) -> None:
        pygame, controls = self._pygame, self.controls
        if not self.app.is_open:
            return
        if event.type == pygame.QUIT:
            self.app.leave()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            controls.press(*event.pos)
        elif event.type == pygame.MOUSEMOTION:
            controls.move(*event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            controls.release(*event.pos)
        elif event.type == pygame.KEYDOWN:
            self._handle_key(event)
        elif event.type == pygame.VIDEORESIZE:
            self._screen = pygame.display.get_surface()
            self.app.resize(
                *(max(size, least) for size, least in zip(event.size, LEAST_SIZE, strict=True))
            )
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self.app.is_stale = True

    def _handle_key(self, event: Any) -> None:
        pygame = self._pygame
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_v:
                self.controls.type(_clipboard(pygame))
            elif event.key == pygame.K_z and self.app.panel is None:
                self.controls.key("u")
            return
        self.controls.key(
            pygame.key.name(event.key), event.unicode, bool(event.mod & pygame.KMOD_SHIFT)
        )

    def _present(self) -> None:
        picture = self.app.picture()
        surface = self._pygame.image.frombuffer(picture.tobytes(), picture.size, "RGB")
        self._screen.blit(surface, (0, 0))
        self._pygame.display.flip()


def _clipboard(pygame: Any) -> str:
    """The text that was copied, nothing where there is none."""
    try:
        return str(pygame.scrap.get_text())
    except pygame.error:
        return ""

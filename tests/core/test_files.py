"""Files appear whole or not at all."""

import pytest

from yukon_env.core.files import whole


@pytest.mark.parametrize("lasting", [False, True])
def test_the_draft_takes_the_files_place(tmp_path, lasting):
    path = tmp_path / "film.MP4"
    path.write_text("old")
    with whole(path, lasting) as draft:
        draft.write_text("new")
        assert path.read_text() == "old"
        assert draft.suffix == ".mp4"  # encoders go by it
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("lasting", [False, True])
def test_an_error_leaves_the_old_file_and_no_draft(tmp_path, lasting):
    path = tmp_path / "games"
    path.write_text("old")
    with pytest.raises(KeyError), whole(path, lasting) as draft:
        draft.write_text("half")
        raise KeyError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]

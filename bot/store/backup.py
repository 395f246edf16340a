"""A copy of a store as it is at one moment, also while the bot is running."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.store.engine import connect
from bot.store.errors import StoreError, UnwritableStoreError, explain
from bot.store.inspect import require_revision


def backup(path: Path, copy: Path) -> None:
    """Copy the store at `path` into a new file; StoreError where that cannot be, and no file then.

    The copy is for its owner's eyes only: it holds the secrets of running matches.
    """
    path = path.resolve()
    require_revision(path)
    _refuse_existing(copy)
    part = _make_part(copy)
    try:
        _fill(part, path)
        _refuse_existing(copy)
        part.replace(copy)
    except sqlite3.Error as error:
        why = explain(error, path)
        # What cannot be written is the copy: of the store itself it only reads.
        raise (explain(error, copy) if isinstance(why, UnwritableStoreError) else why) from error
    except OSError as error:
        raise _unwritable(copy, error) from error
    finally:
        part.unlink(missing_ok=True)


def _refuse_existing(copy: Path) -> None:
    if os.path.lexists(copy):
        raise StoreError(f"{copy} is there already: name a file that is not.")


def _make_part(copy: Path) -> Path:
    """Make an empty file beside the copy; it takes the copy's name once it is whole."""
    if not copy.parent.is_dir():
        raise UnwritableStoreError(f"The copy {copy} cannot be written: there is no such folder.")
    try:
        # Nobody but its owner may read what this makes.
        file, name = tempfile.mkstemp(".part", f"{copy.name}.", copy.parent)
    except OSError as error:
        raise _unwritable(copy, error) from error
    os.close(file)
    return Path(name)


def _fill(part: Path, path: Path) -> None:
    """Write the store into the file, within one read transaction, and wait for the disk."""
    with closing(connect(path, "ro")) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))
    with part.open("rb+") as file:
        os.fsync(file.fileno())


def _unwritable(copy: Path, error: OSError) -> UnwritableStoreError:
    return UnwritableStoreError(f"The copy {copy} cannot be written: {error.strerror}.")

"""One process owns a store: a lock on a file beside it.

The operating system drops the lock with the process, however that ends, so a killed bot leaves
nothing to clear away. The file itself stays: removing it would let two processes lock two files
of one name.
"""

import os
import sys
from pathlib import Path

from bot.store.errors import UnwritableStoreError, in_use

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(file: int) -> None:
        # flock and not lockf: it also keeps out a second store in this same process.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class StoreLock:
    """The lock of a store, held from the start until `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        """The file itself: two links to one store are one store."""
        if self.path.is_dir():
            raise UnwritableStoreError(f"The store {path} is a folder: name a file in it.")
        if not self.path.parent.is_dir():
            # Not made here: on a host whose volume is not mounted that would hide the mistake,
            # and everything kept would be gone with the next start.
            raise UnwritableStoreError(
                f"The store {path} cannot be written: there is no folder {self.path.parent}."
            )
        beside = self.path.with_name(self.path.name + ".lock")
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnwritableStoreError(
                f"The store {path} cannot be written: {error.strerror} ({beside})."
            ) from error
        try:
            _try_lock(self._file)
        except OSError as error:
            os.close(self._file)
            raise in_use(path) from error

    def release(self) -> None:
        """Let another process have the store."""
        os.close(self._file)

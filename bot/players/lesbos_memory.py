"""What a seat of Lesbos can know of the cards it does not see."""

from bot.players.memory import TrickMemory, seat_of
from bot.players.seen import settle
from bot.rules import play, roem
from bot.rules.cards import PACK, CardSet, mask_of
from bot.rules.klaverjas import SYSTEMS
from bot.rules.lesbos import SEATS, TO_LAY, LesbosHouse
from bot.rules.view import View

LAID = SEATS
"""The place, beside the seats, of the cards that the declarer laid away."""
_ALL = mask_of(PACK)


def house_of(view: View) -> LesbosHouse:
    """Return the house rules of a view of Lesbos; TypeError for another game."""
    if not isinstance(view.house, LesbosHouse):
        raise TypeError(f"this player plays Lesbos, not {view.game}")
    return view.house


def roem_in(view: View, cards: CardSet) -> int:
    """Return the roem of these cards in one trick."""
    return roem.trick_roem(cards, view.trump or 0, roem.ALL_RANKS)


class LesbosMemory(TrickMemory):
    """What one seat of Lesbos remembers."""

    def __init__(self, view: View, *, trumps_laid: bool = False) -> None:
        """`trumps_laid`: trumps may have been laid away. Nobody does that, and it is no rule."""
        if view.declarer is None:
            raise ValueError("there is nothing to remember before somebody plays")
        self.house = house_of(view)
        seat = seat_of(view)
        self.declarer = view.declarer
        self.rivals = tuple((seat + 1 + i) % SEATS for i in range(SEATS - 1))
        unseen = _ALL & ~view.played & ~view.hand & ~view.laid
        away = () if seat == view.declarer else (LAID,)
        together = self.house.defenders_are_partners
        super().__init__(
            view,
            unseen,
            (*self.rivals, *away),
            (*view.sizes, TO_LAY),
            tuple(int(each != self.declarer) if together else each for each in range(SEATS)),
            (SYSTEMS[self.house.system], play.NO_UNDERTRUMP, play.FORBIDDEN),
        )
        if not trumps_laid:
            self._possible[LAID] &= ~self.trumps
        self._look_around()
        settle(self._possible, self.sizes, self.places)
        self._sure = [
            self._possible[place] & ~self._elsewhere(place) if place in self.places else 0
            for place in range(SEATS + 1)
        ]

    def _look_around(self) -> None:
        """Note what everyone has seen: the talon's cards that were turned, and roem that counts."""
        self._place(self.declarer, mask_of(self.view.shown), may_be_laid=True)
        for entry in self.view.announced:
            cards = entry.cards if entry.top is None else entry.cards | 1 << entry.top
            from_twelve = entry.seat == self.declarer and self.house.roem_from == "all"
            self._place(entry.seat, cards, may_be_laid=from_twelve and entry.word == "roem")

    def _place(self, seat: int, cards: CardSet, *, may_be_laid: bool) -> None:
        for place in self.places:
            if place != seat and not (place == LAID and may_be_laid):
                self._possible[place] &= ~cards

    def _elsewhere(self, place: int) -> CardSet:
        """Return the cards that may lie in another place than this one."""
        cards = 0
        for other in self.places:
            if other != place:
                cards |= self._possible[other]
        return cards

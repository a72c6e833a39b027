"""Where the players sit, how the cards are given out, and which of them are laid away."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tarotref.model.rules.conditions import Condition
from tarotref.model.rules.values import CardName, Holding, Holdings, Packets, Takes, Who, titled
from tarotref.model.types import ByPlayers, Facts, Id, Known, Number, Several, Term, Text, Texts, Whole, YesNo


class Seating(Facts):
    """Who sits where, and how partners are found."""

    partners: Known[Annotated[str, Term("seating")]] = titled("Partners sit")
    """How partners sit to each other."""
    chosen: Known[Text] = titled("Partners chosen")
    """How it is settled who plays with whom: `those who cut the two highest cards play together`."""


class Annulment(Facts):
    """A deal that may or must be thrown in."""

    holding: Known[Holding] = None
    """The cards that call for it, in the hand of any one player: `{of: trumps, exactly: 0}`."""
    text: Known[Text] = None
    """What else is asked for."""
    decides: Literal["no"] | None = None
    """Said beside a text that decides nothing in a hand."""
    must: Known[YesNo] = None
    """Whether the deal has to be thrown in; `no` where it may be."""
    by: Known[Who] = None
    """Who may throw the hand in; `all`: only all together."""
    when: Known[Several[Annotated[str, Term("annul-when")]]] = None
    """When it may be thrown in: `[before-talon, before-discard]`."""
    opened: Known[dict[Who, Annotated[str, Term("opening")]]] = titled("Opened by")
    """Who speak, in turn, of their cards in a pause of the deal before anybody is asked, and how: `{right-of-dealer: tells}`. If one of
    them does not, nobody is asked; once anybody has been, there is no further pause."""
    asked: Known[Several[Annotated[str, Term("seat")]]] = titled("Asked in turn")
    """Who says in turn whether to go on, in a pause of the deal, before him who may throw it in: `[right-of-dealer, left-of-dealer]`."""
    kept_by: Known[Who] = titled("Kept on by")
    """Who of these keeps the deal on by his word, so that nobody else is asked: `opponents`. The others give advice."""
    on_cards: Known[Several[Whole]] = titled("On so many cards")
    """On how many of his cards each is asked: `5`; left out where they are asked after each round of the deal."""
    bargain: Known[YesNo | Annotated[str, Term("bargain")]] = titled("Bargained for")
    """Whether, in pauses of the deal, each in turn asks for points, offers some, passes, or ends the pause, and the hand is thrown in
    for these points when the offers come to the demands. Nobody may ask for more than he has, or offer less. A term: each speaks
    only once, and takes of what has been offered."""
    offers: Known[Number] = titled("May offer")
    """How much a player may offer, where each speaks once, in turn; left out where nobody may offer anything."""
    pays: Known[Number] = titled("Throwing in costs")
    """What it costs the side of the player who throws the hand in."""
    comes_back: Known[Several[CardName]] = titled("Comes back to its holder")
    """Cards of his who could have it thrown in, or for whose cards it could be, that come back to him, for another card, when he has
    played them in a hand that was not: `pagat`."""
    unless_laid: Known[Several[CardName]] = None
    """Cards of which the player must have discarded none: `[trumps, fool]`."""
    redeal: Known[Annotated[str, Term("redeal")]] = titled("Who deals again")
    """Who deals again."""


class Deal(Facts):
    """How the cards are given out. Any figure may be a mapping by number of players."""

    direction: Known[Annotated[str, Term("direction")]] = titled("Direction")
    """Which way round the cards are dealt."""
    first_dealer: Known[Text] = titled("First dealer")
    """Who deals first: `who cuts the highest card`."""
    next_dealer: Known[Text] = titled("Next dealer")
    """Who deals after that: `next player in turn`."""
    rest_dealt: Known[YesNo] = titled("Rest of the pack dealt")
    """Whether the same player deals the next hand of a rubber from the cards that have not been dealt yet, as long as they suffice."""
    shuffle: Known[Annotated[str, Term("shuffle")]] = titled("Shuffled")
    """Whether the cards are shuffled before the deal."""
    cut: Known[Text] = titled("Cut")
    """Who cuts the pack, and how: `by the player on the dealer's left`."""
    look: Known[Text] = titled("Who may look")
    """Who may look at which cards before or in the deal: `the dealer at the lowest card`."""
    rearrange: Known[Text] = titled("Who may put cards in order")
    """Who may put which cards of the pack in order before the deal."""
    own_arranged: Known[YesNo] = titled("Own cards put in order")
    """Whether the side that has asked for the case puts its cards of the last hand into the pack as one block, in the order that it
    likes, before the pack is cut and dealt."""
    chosen_by: Known[Annotated[str, Term("seat")]] = titled("Hand chosen by")
    """Who alone looks at all the hands and keeps one, before the others are shuffled with the talon and dealt anew: `right-of-dealer`."""
    packets: Known[ByPlayers[Packets]] = titled("Dealt in batches of")
    """Cards in each round of the deal, to each player: `[5, 10, 10]`; `free`: as the dealer likes."""
    hand: Known[ByPlayers[Whole]] = titled("Hand")
    """Cards that each player is dealt, those in stacks before him included; left out where the packets say it."""
    stacks: Known[ByPlayers[Several[Whole]]] = titled("In stacks")
    """Those of a player's cards that lie before him in stacks, of which he may play the upper card, stack by stack: `[4, 4, 4]`."""
    stacks_open: Known[Annotated[str, Term("stacks-open")]] = titled("Stacks turned up")
    """When the upper cards of the stacks are turned up."""
    stacks_next: Known[Annotated[str, Term("stacks-next")]] = titled("Next card of a stack")
    """When the next card of a stack is turned up, once the upper one has been played."""
    stacks_to_hand: Known[Several[CardName]] = titled("Turned up into the hand")
    """Cards of a stack that go into the hand when they are turned up, so that the next one is turned up too: `[trumps, fool, kings]`."""
    stacks_last: Known[Annotated[str, Term("stacks-last")]] = titled("Last card of a stack")
    """What becomes of the last card of a stack, where it is not turned up like the others."""
    extra: Known[ByPlayers[Takes]] = titled("Extra cards")
    """Cards given to one player beyond his hand: `{dealer: 3}`."""
    talon: Known[ByPlayers[Whole]] = titled("Talon")
    """Cards laid aside in the deal, to be taken up or left."""
    robbed: Known[Several[CardName]] = titled("May be robbed")
    """Cards that are robbed of what is left of the pack, taken off one by one, laid open, as long as the next is such a card."""
    robbed_by: Known[dict[Who, Literal["bottom", "top"]]] = titled("Robbed by")
    """Who robs the cards left over, from below or from above, in order: `{left-of-dealer: bottom, dealer: top}`."""
    combed: Known[dict[Who, Several[CardName]]] = titled("Taken out of the rest")
    """Which cards are then taken out of what is left, and by whom: `{dealer: carte-di-conto}`."""
    combed_to_declare: Known[Several[CardName]] = titled("Taken only to be declared")
    """Of these the cards that are taken only if they are part of a declaration that the hand then makes: `"29"`."""
    talon_holder: Known[CardName] = titled("Talon taken by the holder of")
    """The card whose holder takes the talon before play and lays aside as many cards: `A of trumps`."""
    talon_turned: Known[Who] = titled("If that card is turned up, by")
    """Who takes the talon where that card is the one that was turned up for trumps."""
    talon_when: Known[Text] = titled("Talon laid")
    """When in the deal the talon is laid: `after the last round`."""
    stock: Known[ByPlayers[Whole]] = titled("Stock")
    """Cards left over from which players draw while tricks are played."""
    stock_drawn: Known[Annotated[str, Term("stock-drawn")]] = titled("Stock drawn")
    """Who draws from the stock after each trick, and what becomes of the card."""
    stock_shown: Known[YesNo] = titled("Drawn cards shown")
    """Whether a card drawn from the stock is shown to the others."""
    dead: Known[ByPlayers[Whole]] = titled("Set aside or in a dead hand")
    """Cards that stay out of play, and those of a dead hand."""
    exposed: Known[Text] = titled("Exposed cards")
    """Cards that all may see in the deal: `the last card given to each player`."""
    pauses: Known[Text] = titled("Pauses")
    """When the deal stops for the players to look at their cards or speak."""
    annul: Known[dict[Id, Known[Annulment]]] = titled("Deal annulled")
    """What makes a deal void, by an id of one's own: `{no-trumps: {holding: {of: trumps, exactly: 0}}}`."""
    text: Known[Text] = titled("Deal, also")
    """What else there is to the deal."""


class Discard(Facts):
    """Who lays cards away, and which. A key that is no field names a class of cards: `kings: never`."""

    _others = Known[Annotated[str, Term("discard-rule")]]

    by: Known[Several[Who]] = titled("Who discards")
    """Who discards: `dealer`, `declarer`, `all`, ..."""
    cards: Known[ByPlayers[Whole | Takes]] = titled("Cards discarded")
    """Cards discarded, where they are not as many as were received."""
    early: Known[Takes] = titled("Discarded in the deal")
    """How many of these each discards before the last cards are dealt: `{dealer: 13, others: 12}`."""
    early_of: Known[Takes] = titled("Discarded out of the first")
    """Out of how many cards, which is what he has been dealt by then: `{dealer: 26, others: 25}`."""
    exchange: Known[Several[Who]] = titled("Exchanged with the talon by")
    """Who lays aside as many cards as he likes and takes as many from the top of the talon, as long as there are any, one after
    the other: `[declarer, opponents]`; opponents in turn."""
    own_first: Known[YesNo] = titled("Own cards discarded first")
    """Whether cards that were taken from the talon may go only where no others may, and trumps of them last of all."""
    first_yields: Known[YesNo] = titled("First may exchange later")
    """Whether the first of several opponents who exchange may let the others go before him, as they agree."""
    allowed: Known[dict[CardName, Holding]] = titled("May go from some hands")
    """Cards that may go from a hand that has just this, and from no other: `{pagat: {of: trumps, at_most: 2}}`."""
    sets: Known[Holdings] = titled("Sets discarded whole")
    """Sets that may go whole though their cards may not go alone, where the hand has just these: `{all: [pagat, {of: trumps, exactly: 3}]}`."""
    declarable: Known[YesNo] = titled("Cards of a declaration discarded")
    """Whether cards of a holding that could be declared may go though there are others: `no`; what has to go counts with it all the
    same."""
    counts_for: Known[Who | dict[Literal["declarer", "others"], Who]] = titled("Discard counts for")
    """Whose the points of the discard are, or whose side's; `all`: each his own; `opponents`: those of the declarer; `nobody`: it is
    out of play. By who discards, where that makes a difference: `{declarer: declarer, others: opponents}`."""
    surrendered: Known[Annotated[str, Term("surrendered")]] = titled("Discard surrendered")
    """When the discard is lost, and to whom."""
    surrendered_unless: Known[Condition] = titled("Discard not surrendered if")
    """On what condition it is not."""
    said: Known[Texts] = titled("Said on discarding")
    """What has to be said on discarding, or which cards have to be named."""
    text: Known[Text] = titled("Discard, also")
    """What else there is to the discard."""

    @property
    def limits(self) -> dict[str, Any]:
        """The rule for each class of cards, as the record names them."""
        return {key: value for key, value in self.__dict__.items() if key not in self._declared}

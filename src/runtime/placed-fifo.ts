/** The place of an item in a queue: items that are `first` leave before the others, and those that are `last` after them. */
export type Place = 'first' | 'normal' | 'last';

const PLACES: readonly Place[] = ['first', 'normal', 'last'];

/** A queue whose items leave by their place, and those of one place in the order in which they came. No item waits forever. */
export class PlacedFifo<Item> {
  readonly #items: Readonly<Record<Place, Fifo<Item>>> = { first: new Fifo(), normal: new Fifo(), last: new Fifo() };
  #shifts = 0;

  push(item: Item, place: Place): void {
    this.#items[place].push(item);
  }

  /** Removes items until one is accepted, and returns it. */
  shift(accepts: (item: Item, place: Place) => boolean = () => true): Item | undefined {
    const order = orderOfPlaces(this.#shifts);
    this.#shifts += 1;
    for (const place of order) {
      const items = this.#items[place];
      for (let item = items.shift(); item !== undefined; item = items.shift()) {
        if (accepts(item, place)) return item;
      }
    }
    return undefined;
  }
}

/** Of sixteen items in a row, one is from each of the later places. */
function orderOfPlaces(shifts: number): readonly Place[] {
  switch (shifts % 16) {
    case 7:
      return ['normal', 'last', 'first'];
    case 15:
      return ['last', 'normal', 'first'];
    default:
      return PLACES;
  }
}

/** A first-in, first-out queue. Unlike an array's `shift`, its own takes constant time however long the queue is. */
export class Fifo<Item> {
  #arrived: Item[] = [];
  /** The items in reverse order: the last one leaves first. */
  #leaving: Item[] = [];

  size(): number {
    return this.#arrived.length + this.#leaving.length;
  }

  push(item: Item): void {
    this.#arrived.push(item);
  }

  shift(): Item | undefined {
    if (this.#leaving.length === 0) {
      this.#leaving = this.#arrived.toReversed();
      this.#arrived = [];
    }
    return this.#leaving.pop();
  }
}

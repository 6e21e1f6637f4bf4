/** The priority of an item in a queue: `high` before `normal`, and `normal` before `low`, as in a queue of controller-runtime. */
export type Priority = 'high' | 'normal' | 'low';

const PRIORITIES: readonly Priority[] = ['high', 'normal', 'low'];

/**
 * A queue whose items leave by their priority. Items of one priority leave in turn by their group, and those of one group in the order
 * in which they came. No item starves, and no group waits for more than one item of each other group.
 */
export class PriorityQueue<Item> {
  readonly #items: Readonly<Record<Priority, FairQueue<Item>>> = {
    high: new FairQueue(),
    normal: new FairQueue(),
    low: new FairQueue(),
  };
  #shifts = 0;

  push(item: Item, priority: Priority, group = ''): void {
    this.#items[priority].push(item, group);
  }

  /** Removes items until one is accepted, and returns it. */
  shift(accepts: (item: Item, priority: Priority) => boolean = () => true): Item | undefined {
    const order = orderOfPriorities(this.#shifts);
    this.#shifts += 1;
    for (const priority of order) {
      const item = this.#items[priority].shift((one) => accepts(one, priority));
      if (item !== undefined) return item;
    }
    return undefined;
  }
}

/** Of sixteen items in a row, one is from each of the lower priorities. */
function orderOfPriorities(shifts: number): readonly Priority[] {
  switch (shifts % 16) {
    case 7:
      return ['normal', 'low', 'high'];
    case 15:
      return ['low', 'normal', 'high'];
    default:
      return PRIORITIES;
  }
}

/** A queue that takes one item from each group in turn, and the items of one group in the order in which they came. */
export class FairQueue<Item> {
  readonly #groups = new Map<string, Fifo<Item>>();
  /** The groups that have items, in the order of their turns. */
  readonly #turns = new Fifo<string>();
  #size = 0;

  /** Returns the number of items of a group. */
  sizeOf(group: string): number {
    return this.#groups.get(group)?.size() ?? 0;
  }

  /** Returns the number of all items. */
  size(): number {
    return this.#size;
  }

  push(item: Item, group: string): void {
    const items = this.#groups.get(group) ?? new Fifo<Item>();
    if (items.size() === 0) this.#turns.push(group);
    this.#groups.set(group, items);
    items.push(item);
    this.#size += 1;
  }

  /** Removes items until one is accepted, and returns it. A group without such an item does not use a turn. */
  shift(accepts: (item: Item) => boolean = () => true): Item | undefined {
    for (let group = this.#turns.shift(); group !== undefined; group = this.#turns.shift()) {
      const items = this.#groups.get(group) ?? new Fifo<Item>();
      let item = this.#take(items);
      while (item !== undefined && !accepts(item)) item = this.#take(items);
      if (items.size() > 0) this.#turns.push(group);
      else this.#groups.delete(group);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  #take(items: Fifo<Item>): Item | undefined {
    const item = items.shift();
    if (item !== undefined) this.#size -= 1;
    return item;
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

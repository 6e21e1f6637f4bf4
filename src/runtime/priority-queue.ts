/** The priority of an item in a queue: `high` before `normal`, and `normal` before `low`, as in a queue of controller-runtime. */
export type Priority = 'high' | 'normal' | 'low';

const PRIORITIES: readonly Priority[] = ['high', 'normal', 'low'];

/** A queue whose items leave by their priority, and those of one priority in the order in which they came. No item starves. */
export class PriorityQueue<Item> {
  readonly #items: Readonly<Record<Priority, Fifo<Item>>> = { high: new Fifo(), normal: new Fifo(), low: new Fifo() };
  #shifts = 0;

  push(item: Item, priority: Priority): void {
    this.#items[priority].push(item);
  }

  /** Removes items until one is accepted, and returns it. */
  shift(accepts: (item: Item, priority: Priority) => boolean = () => true): Item | undefined {
    const order = orderOfPriorities(this.#shifts);
    this.#shifts += 1;
    for (const priority of order) {
      const items = this.#items[priority];
      for (let item = items.shift(); item !== undefined; item = items.shift()) {
        if (accepts(item, priority)) return item;
      }
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

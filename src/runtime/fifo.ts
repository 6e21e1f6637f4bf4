/** A line of items, first in, first out; unlike an array's, its head is taken in constant time however long it is. */
export class Fifo<Item> {
  #arrived: Item[] = [];
  /** The last one leaves first. */
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

/** A pattern for paths that matches only the nth tested path, from 0. */
export class NthRequest extends RegExp {
  private readonly nth: number;
  private asked = 0;

  constructor(nth: number) {
    super('');
    this.nth = nth;
  }

  override test(): boolean {
    this.asked += 1;
    return this.asked - 1 === this.nth;
  }
}

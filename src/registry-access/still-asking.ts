/** A registry has not answered yet. The question goes on, and its answer is there for who asks once more. */
export class StillAsking extends Error {
  override readonly name = 'StillAsking';
  /** How many milliseconds from now it is worth to ask once more. */
  readonly again: number;

  constructor(image: string, seconds: number, again: number) {
    super(`the registry of ${image} has not answered within ${seconds} seconds, and is still being asked`);
    this.again = again;
  }
}

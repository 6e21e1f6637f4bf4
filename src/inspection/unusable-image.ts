/** An image is there, and is not what is wanted of it: to ask again is of no use. The message is for the user. */
export class UnusableImage extends Error {
  override readonly name = 'UnusableImage';
  readonly image: string;

  constructor(image: string, problems: readonly string[]) {
    super(problems.map((problem) => `${image}: ${problem}`).join('; '));
    this.image = image;
  }
}

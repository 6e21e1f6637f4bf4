/** The image exists but its content is not usable, so retrying does not help. The message is for the user. */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
  readonly image: string;

  constructor(image: string, problems: readonly string[]) {
    super(problems.map((problem) => `${image}: ${problem}`).join('; '));
    this.image = image;
  }
}

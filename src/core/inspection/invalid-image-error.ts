import { boundedText } from '../model/bounded-messages.ts';

/** A valid name has fewer characters. An invalid one can have any number. */
const MAX_NAME_LENGTH = 600;

/** The image exists but its content is not usable, so retrying does not help. The message is for the user. */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
  readonly image: string;

  constructor(image: string, problems: readonly string[]) {
    super(`${boundedText(image, MAX_NAME_LENGTH)}: ${problems.join('; ')}`);
    this.image = image;
  }
}

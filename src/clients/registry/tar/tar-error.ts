/** A tar that cannot be read. The argument is a clause about the archive, such as `ends in the middle of a header`. */
export class TarError extends Error {
  override readonly name = 'TarError';

  constructor(clause: string) {
    super(`the tar ${clause}`);
  }
}

/** Whether a text is ASCII, as Go's archive/tar has it. */
export function isAscii(text: string): boolean {
  return onlyAscii(text) === text;
}

/** The ASCII of a text: what goes into a header whose PAX record holds all of it. */
export function onlyAscii(text: string): string {
  return Array.from(text, (character) => ((character.codePointAt(0) ?? 0) < 0x80 ? character : '')).join('');
}

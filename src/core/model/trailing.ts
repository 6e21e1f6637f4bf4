/**
 * Returns the text without the characters at its end that are in `characters`. Takes linear time: an expression such as `/x+$/` takes
 * quadratic time for a text with many of these characters in its middle.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

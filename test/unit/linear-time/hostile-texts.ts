const LENGTH = 250_000;

/** A character of each class. */
const CHARACTERS = `aA9/.*?:@-_%=&'"\\[{<$#, \0\n\t\u001b\u009b\u00e9\ufffd\ud800\u202e`;

/** Texts that backtracking or the URL parser take long for. */
const TEXTS: readonly string[] = [
  '\r\n',
  'a.',
  '../',
  '*a',
  '://',
  '\u001b;?',
  '\u001b[0',
  '\u001b]',
  '-----BEGIN A ',
  'eyJ',
  'User "',
  'repository ',
  'remote: object directory ',
  '1s',
  'xn--a.',
];

/** Returns the text with which each different character makes the URL parser slowest. */
function distinctCharacters(): string {
  return Array.from({ length: LENGTH }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000))).join(
    '',
  );
}

/** Texts of 250,000 characters by a name. Most end with another character, so that an expression that matches the run fails there. */
export const HOSTILE_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ...[...CHARACTERS.split(''), ...TEXTS].map(
    (repeated) => [JSON.stringify(repeated), `${repeated.repeat(LENGTH / repeated.length)}x`] as const,
  ),
  ['distinct characters', distinctCharacters()],
];

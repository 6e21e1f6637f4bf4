/** What takes the place of a secret. */
export const MASK = '***';

/** Of no use to anybody who guesses: `git` is the user of every SSH URL. */
const PUBLIC_USERS = /^:\/\/git@$/;

/** What looks like a credential, whoever it belongs to, and what is shown in its place. Each takes linear time. */
const PATTERNS: readonly (readonly [RegExp, string | ((match: string) => string)])[] = [
  [/:\/\/[^/\s?#"'<>]*@/g, (match) => (PUBLIC_USERS.test(match) ? match : `://${MASK}@`)],
  [/(\bauthorization["']?\s?[:=]\s?["']?(?:(?:basic|bearer|token|negotiate)\s)?)[^\s"',;]+/gi, `$1${MASK}`],
  // Shorter words are those of sentences about tokens.
  [/(\bbearer\s)[\w.~+/-]{16,}=*/gi, `$1${MASK}`],
  // JSON Web Tokens (RFC 7519): the first part is an object in base64.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
];

/** The text without what looks like a credential. */
export function withoutCredentials(text: string): string {
  return PATTERNS.reduce(
    (rest, [pattern, replacement]) =>
      typeof replacement === 'string' ? rest.replace(pattern, replacement) : rest.replace(pattern, replacement),
    text,
  );
}

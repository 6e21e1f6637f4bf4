/** Replaces a secret. */
export const MASK = '***';

/** `git` is the user of every SSH URL and not a secret. */
const PUBLIC_USERS = /^:\/\/git@$/;

/** The user and password of a URL. */
const URL_LOGIN = /:\/\/[^/\s?#"'<>]*@/g;

/** Texts that look like credentials, and their replacements. Each pattern takes linear time. */
const PATTERNS: readonly (readonly [RegExp, string | ((match: string) => string)])[] = [
  [/(\bauthorization["']?\s?[:=]\s?["']?(?:(?:basic|bearer|token|negotiate)\s)?)[^\s"',;]+/gi, `$1${MASK}`],
  // Shorter words belong to sentences about tokens.
  [/(\bbearer\s)[\w.~+/-]{16,}=*/gi, `$1${MASK}`],
  // JSON Web Tokens (RFC 7519): the first part is a JSON object in base64url.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
];

/** Masks everything in a text that looks like a credential. */
export function maskCredentials(text: string): string {
  return PATTERNS.reduce<string>(
    (rest, [pattern, replacement]) =>
      typeof replacement === 'string' ? rest.replace(pattern, replacement) : rest.replace(pattern, replacement),
    maskUrlLogins(text),
  );
}

/** Masks the user and password of each URL in a text. The text can be JSON, because no quote is masked. */
export function maskUrlLogins(text: string): string {
  return text.replace(URL_LOGIN, (match) => (PUBLIC_USERS.test(match) ? match : `://${MASK}@`));
}

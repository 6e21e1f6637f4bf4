import { MASK, maskUrlLogins } from '../model/mask-url-logins.ts';

/** Texts that look like credentials, and their replacements. Each pattern takes linear time. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(\bauthorization["']?\s?[:=]\s?["']?(?:(?:basic|bearer|token|negotiate)\s)?)[^\s"',;]+/gi, `$1${MASK}`],
  // Shorter words belong to sentences about tokens.
  [/(\bbearer\s)[\w.~+/-]{16,}=*/gi, `$1${MASK}`],
  // JSON Web Tokens (RFC 7519): the first part is a JSON object in base64url.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
];

/** Masks everything in a text that looks like a credential. */
export function maskCredentials(text: string): string {
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), maskUrlLogins(text));
}

import { setImmediate as turn } from 'node:timers/promises';
import { PREPARE_LINES } from '../model/prepare-lines.ts';
import { formsOfSecret } from './secret-forms.ts';
import { maskedTexts, type MaskedTexts } from '../model/mask-texts.ts';
import { withoutControlSequences } from '../model/control-sequences.ts';
import { MASK, maskUrlLogins } from '../model/mask-url-logins.ts';

/** Masks secrets in the lines of one log. Call it with the lines in order. */
export type LineMask = (line: string) => string;

/** The constant beginnings of lines that taskpack itself prints. They contain no secret. */
const OWN_WORDS: readonly string[] = Object.values(PREPARE_LINES);

/** Returns a function that makes a mask for each log. Masks recognize the secrets in several encodings, and texts that look like credentials. */
export function lineMasks(secrets: readonly string[]): () => LineMask {
  const texts = maskedTexts();
  for (const secret of secrets) for (const forms of formsOf(secret)) texts.add(forms);
  return masksOf(texts);
}

/** Returns the same as `lineMasks`. Other work runs between the forms of a secret, because tenants choose their secrets. */
export async function lineMasksInTurns(secrets: readonly string[]): Promise<() => LineMask> {
  const texts = maskedTexts();
  for (const secret of secrets) {
    for (const forms of formsOf(secret)) {
      texts.add(forms);
      await turn();
    }
  }
  return masksOf(texts);
}

/** Replaces lone surrogates, which no encoding has. */
function formsOf(secret: string): Iterable<readonly string[]> {
  return formsOfSecret(Buffer.from(secret).toString());
}

function masksOf(texts: MaskedTexts): () => LineMask {
  return () => {
    const maskForms = texts.mask();
    const keysOut = privateKeyMask();
    // Private keys are masked first, because masking known lines would hide that they are part of a key.
    return (line) => {
      const text = keysOut(line);
      // A password can be a word of these lines, such as `secret`.
      const own = OWN_WORDS.find((words) => text.startsWith(words)) ?? '';
      return own + maskPlain(text.slice(own.length), (rest) => maskCredentials(maskForms(rest)));
    };
  };
}

/**
 * Masks a line. Colours and control characters can split a secret, and programs that show the line remove them. So a line that
 * contains a secret without them is shown without them.
 */
function maskPlain(line: string, mask: (line: string) => string): string {
  const masked = mask(line);
  const plain = withoutControlSequences(masked).replace(CONTROL, '');
  if (plain === masked) return masked;
  const maskedPlain = mask(plain);
  return maskedPlain === plain ? masked : maskedPlain;
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/g;

/** Masks secrets in a text with several lines. */
export type TextMask = (text: string) => string;

export function textMask(masks: () => LineMask): TextMask {
  return (text) => text.split('\n').map(masks()).join('\n');
}

/** Texts that look like credentials, and their replacements. Each pattern takes linear time. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(\bauthorization["']?\s?[:=]\s?["']?(?:(?:basic|bearer|token|negotiate)\s)?)[^\s"',;]+/gi, `$1${MASK}`],
  // Shorter words belong to sentences about tokens.
  [/(\bbearer\s)[\w.~+/-]{16,}=*/gi, `$1${MASK}`],
  // JSON Web Tokens (RFC 7519): the first part is a JSON object in base64url.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
];

/** Masks everything in a text that looks like a credential. */
function maskCredentials(text: string): string {
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), maskUrlLogins(text));
}

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

const END = /-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** The characters of base64, and the backslash of an escaped newline. */
const KEY_CHARACTER = /[A-Za-z0-9+/=\\]/;

const KEY_TEXT = /^[A-Za-z0-9+/=\\]*$/;

/** A header of RFC 1421. */
const HEADER = /^[A-Za-z][A-Za-z0-9-]*: /;

/** Returns a mask for private keys in PEM. Call it with the lines in order. The mask takes linear time. */
function privateKeyMask(): (line: string) => string {
  let isInside = false;
  return (line) => {
    if (line === '' && isInside) return MASK;
    let shown = '';
    let rest = line;
    while (rest !== '') {
      const mark = (isInside ? END : BEGIN).exec(rest);
      if (mark === null) {
        isInside &&= shown !== '' || isPartOfKey(rest);
        return isInside ? `${shown}${shown === '' ? MASK : ''}` : shown + rest;
      }
      // The mask stands for the text from BEGIN to END, or for the end of a key that began on another line.
      if (!isInside) shown += rest.slice(0, mark.index) + MASK;
      else if (shown === '') shown = MASK;
      isInside = !isInside;
      rest = rest.slice(mark.index + mark[0].length);
    }
    return shown;
  };
}

/** True for base64 or a header, possibly after a prefix of the log. One expression for all would take quadratic time. */
function isPartOfKey(line: string): boolean {
  const start = line.search(KEY_CHARACTER);
  return start < 0 || KEY_TEXT.test(line.slice(start).trimEnd()) || HEADER.test(line.slice(start));
}

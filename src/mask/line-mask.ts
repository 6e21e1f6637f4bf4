import { MASK } from '../model/mask-url-logins.ts';
import { maskCredentials } from './credential-patterns.ts';
import { privateKeyMask } from './private-keys.ts';
import { PREPARE_LINES } from '../model/prepare-lines.ts';
import { formsOfSecret } from './secret-forms.ts';
import { withoutControlSequences } from '../model/control-sequences.ts';

/** Masks secrets in the lines of one log. Call it with the lines in order. */
export type LineMask = (line: string) => string;

/** The constant beginnings of lines that taskpack itself prints. They contain no secret. */
const OWN_WORDS: readonly string[] = Object.values(PREPARE_LINES);

/** Returns a function that makes a mask for each log. Masks recognize the secrets in several encodings, and texts that look like credentials. */
export function lineMasks(secrets: readonly string[]): () => LineMask {
  const known = formsOfAll(secrets);
  return () => {
    const keysOut = privateKeyMask();
    // Private keys are masked first, because masking known lines would hide that they are part of a key.
    return (line) => {
      const text = keysOut(line);
      // A password can be a word of these lines, such as `secret`.
      const own = OWN_WORDS.find((words) => text.startsWith(words)) ?? '';
      return own + maskPlain(text.slice(own.length), (rest) => maskCredentials(without(known, rest)));
    };
  };
}

/** Returns all forms, each once. */
function formsOfAll(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret) => formsOfSecret(Buffer.from(secret).toString())))];
}

/** Masks all occurrences of all forms. Forms can overlap, so a form is not replaced before the others are found. */
function without(forms: readonly string[], line: string): string {
  const found = forms.flatMap((form) => occurrences(form, line)).toSorted((one, other) => one.start - other.start);
  let shown = '';
  let end = 0;
  for (const next of found) {
    if (next.start >= end) shown += line.slice(end, next.start) + MASK;
    end = Math.max(end, next.end);
  }
  return shown + line.slice(end);
}

interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** Searches one form after the other. A single pattern could exceed the size limit, and the error would contain the secrets. */
function occurrences(form: string, line: string): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (let start = line.indexOf(form); start >= 0; start = line.indexOf(form, start + form.length))
    found.push({ start, end: start + form.length });
  return found;
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

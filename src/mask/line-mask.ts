import { MASK, maskCredentials } from './credential-patterns.ts';
import { privateKeyMask } from './private-keys.ts';
import { PREPARE_LINES } from '../model/prepare-lines.ts';

/** Masks secrets in the lines of one log. Call it with the lines in order. */
export type LineMask = (line: string) => string;

/** Shorter values are not masked, because they occur in ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** Shorter lines of a multi-line value are not masked, because they can be common words. Keys have at most this many lines. */
const MIN_LINE_LENGTH = 12;
const MAX_LINES = 200;

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
      return own + maskCredentials(without(known, text.slice(own.length)));
    };
  };
}

/** Sorts the longest first, because a secret can contain another. */
function formsOfAll(secrets: readonly string[]): readonly string[] {
  const forms = new Set(secrets.flatMap((secret) => formsOf(Buffer.from(secret).toString())));
  return [...forms].toSorted((one, other) => other.length - one.length);
}

/** Replaces one form after the other. A single pattern could exceed the size limit, and the error would contain the secrets. */
function without(forms: readonly string[], line: string): string {
  return forms.reduce((rest, form) => (rest.length < form.length ? rest : rest.replaceAll(form, MASK)), line);
}

/** Returns a secret in the forms that programs print: plain, base64, URL and JSON. A multi-line secret is matched by line. */
function formsOf(secret: string): readonly string[] {
  const text = secret.trim();
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const forms = [
    Buffer.from(secret).toString('base64'),
    Buffer.from(text).toString('base64'),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
  ];
  if (lines.length === 1) return [text, ...forms].filter((form) => form.length >= MIN_SECRET_LENGTH);
  return [...forms, ...lines.slice(0, MAX_LINES).filter((line) => line.length >= MIN_LINE_LENGTH)];
}

/** Masks secrets in a text with several lines. */
export type TextMask = (text: string) => string;

export function textMask(masks: () => LineMask): TextMask {
  return (text) => text.split('\n').map(masks()).join('\n');
}

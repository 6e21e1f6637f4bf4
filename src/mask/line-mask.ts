import { setImmediate as turn } from 'node:timers/promises';
import { maskCredentials } from './credential-patterns.ts';
import { privateKeyMask } from './private-keys.ts';
import { PREPARE_LINES } from '../model/prepare-lines.ts';
import { formsOfSecret } from './secret-forms.ts';
import { maskedTexts, type MaskedTexts } from '../model/mask-texts.ts';
import { withoutControlSequences } from '../model/control-sequences.ts';

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

import { maskedTexts, type MaskedTexts } from '../../core/model/mask-texts.ts';

const MAX_TEXT_LENGTH = 300;

/** Shorter strings are not masked: they occur inside ordinary words and are too short to be secrets. */
const MIN_SECRET_LENGTH = 4;

/** Only the latest forms are kept, because a long-lived process receives new tokens again and again. */
const MAX_SECRET_FORMS = 192;

/** The length of all forms. Tenants choose their secrets, and the controller keeps the forms in memory. */
const MAX_FORMS_LENGTH = 4 * 1024 * 1024;

/** Masks secrets in text from servers and programs before the text becomes part of an error. */
export interface Redaction {
  /** Masks this secret from now on, also in base64 and percent-encoded form. Keeps the latest 192 forms of at most 4 MiB. */
  readonly addSecret: (secret: string) => void;
  /** Returns the text with `***` for every secret, without control characters, cut after 300 characters or `maxLength` of them. */
  readonly redact: (text: string, limit?: { readonly maxLength: number }) => string;
}

/** Creates a redaction without secrets. It always masks the user and password of a URL. */
export function makeRedaction(): Redaction {
  const secrets = new Set<string>();
  let texts: MaskedTexts | undefined;
  return {
    addSecret: (secret) => {
      // A lone surrogate has no encoding: in base64 and in URLs, it is U+FFFD.
      const bytes = Buffer.from(secret);
      for (const form of [secret, bytes.toString('base64'), encodeURIComponent(bytes.toString())]) {
        if (form.length < MIN_SECRET_LENGTH) continue;
        // Each request adds its login, and the search for new texts takes milliseconds to prepare.
        if (!secrets.has(form)) texts = undefined;
        // Move the form to the end: the set is ordered by last use.
        secrets.delete(form);
        secrets.add(form);
      }
      let length = [...secrets].reduce((sum, form) => sum + form.length, 0);
      for (const oldest of secrets) {
        if (secrets.size <= MAX_SECRET_FORMS && length <= MAX_FORMS_LENGTH) break;
        secrets.delete(oldest);
        length -= oldest.length;
      }
    },
    redact: (text, { maxLength } = { maxLength: MAX_TEXT_LENGTH }) => {
      if (texts === undefined) {
        texts = maskedTexts();
        texts.add([...secrets]);
      }
      const hidden = texts.mask()(text);
      // A password can contain `@`, so the login ends at the last one.
      return shortened(withoutControls(hidden.replaceAll(/:\/\/[^/\s]*@/g, '://***@')), maxLength);
    },
  };
}

/** Error messages are printed on terminals, which would interpret escape sequences. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

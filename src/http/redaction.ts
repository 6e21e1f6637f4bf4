const LONGEST_TEXT = 300;

/** Shorter ones would tear words apart; no password of that length is a secret. */
const SHORTEST_SECRET = 4;

/** So many forms of secrets are remembered: tokens that are renewed for as long as a process lives would fill it. */
const MOST_FORMS = 192;

/** Takes secrets out of what others say before it becomes part of an error. */
export interface Redaction {
  /** Remembers a secret, of many the last ones; its base64 and percent encoding count too. */
  readonly hide: (secret: string) => void;
  /** The text with `***` for every secret, without control characters, at most 300 characters. */
  readonly redact: (text: string) => string;
}

/** A redaction that knows no secret yet. */
export function makeRedaction(): Redaction {
  const secrets = new Set<string>();
  return {
    hide: (secret) => {
      for (const form of [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)]) {
        if (form.length < SHORTEST_SECRET) continue;
        // The one that was seen last is last.
        secrets.delete(form);
        secrets.add(form);
      }
      for (const oldest of secrets) {
        if (secrets.size <= MOST_FORMS) break;
        secrets.delete(oldest);
      }
    },
    redact: (text) => {
      // The longest first: a secret may be part of another.
      const hidden = [...secrets]
        .toSorted((one, other) => other.length - one.length)
        .reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
      return shortened(withoutControls(hidden.replaceAll(/:\/\/[^/\s@]*@/g, '://***@')));
    },
  };
}

/** A registry's text ends up on a terminal, where escape sequences would act. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

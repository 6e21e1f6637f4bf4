import { MASK, withoutCredentials } from './credential-patterns.ts';
import { withoutPrivateKeys } from './private-keys.ts';

/** Takes secrets out of the lines of one log, given in their order. */
export type LineMask = (line: string) => string;

/** Shorter ones would tear words apart; no password of that length is a secret. */
const SHORTEST_SECRET = 4;

/** Of a value with several lines many are no secrets: braces, `true`. Keys have fewer lines than this. */
const SHORTEST_LINE = 12;
const MOST_LINES = 200;

/** Makes masks that know these secrets, in whatever form they are written, and what credentials look like: one for each log. */
export function lineMasks(secrets: readonly string[]): () => LineMask {
  const known = formsOfAll(secrets);
  return () => {
    const keysOut = withoutPrivateKeys();
    // Keys come first: of one that is a Secret's the lines are known, but not that they are a key's.
    return (line) => withoutCredentials(without(known, keysOut(line)));
  };
}

/** The longest first: a secret may be part of another. */
function formsOfAll(secrets: readonly string[]): readonly string[] {
  const forms = new Set(secrets.flatMap((secret) => formsOf(Buffer.from(secret).toString())));
  return [...forms].toSorted((one, other) => other.length - one.length);
}

/** One after the other: a pattern of them all can be larger than there are patterns, and is quoted where it fails. */
function without(forms: readonly string[], line: string): string {
  return forms.reduce((rest, form) => (rest.length < form.length ? rest : rest.replaceAll(form, MASK)), line);
}

/** A secret as programs quote it: in base64, in URLs, in JSON; and its lines, because a log has one at a time. */
function formsOf(secret: string): readonly string[] {
  const text = secret.trim();
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const forms = [
    Buffer.from(secret).toString('base64'),
    Buffer.from(text).toString('base64'),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
  ];
  if (lines.length === 1) return [text, ...forms].filter((form) => form.length >= SHORTEST_SECRET);
  return [...forms, ...lines.slice(0, MOST_LINES).filter((line) => line.length >= SHORTEST_LINE)];
}

import { MASK } from './mask-url-logins.ts';

/** A place where one of the texts stands. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** The characters that select the texts which can stand at a place. Shorter texts are not searched. */
const KEY_LENGTH = 4;

/**
 * The work of one search: a fixed part, and a part for each character of the text. Comparing sixteen characters is one unit. Ordinary
 * texts need less than one unit for each character.
 */
const FIXED_WORK = 20_000;
const WORK_PER_CHARACTER = 2;
const CHARACTERS_PER_UNIT = 16;

/**
 * Returns a function that replaces each of the texts in another text by `***`. Texts that overlap are replaced together. Takes linear
 * time: if many texts begin alike at many places, the rest of the other text is replaced as a whole, so that no secret is shown.
 */
export function maskTexts(texts: readonly string[]): (within: string) => string {
  const search = searchTexts(texts);
  return (within) => {
    let shown = '';
    let end = 0;
    for (const next of search(within)) {
      if (next.start >= end) shown += within.slice(end, next.start) + MASK;
      end = next.end;
    }
    return shown + within.slice(end);
  };
}

/** Finds the texts, ordered by their starts, without those that end within an earlier one. */
function searchTexts(texts: readonly string[]): (within: string) => readonly Occurrence[] {
  const byKey = groupByKey(texts);
  const isFirst = new Uint8Array(0x1_0000);
  for (const key of byKey.keys()) isFirst[hashAt(key, 0)] = 1;
  return (within) => {
    const found: Occurrence[] = [];
    let work = FIXED_WORK + WORK_PER_CHARACTER * within.length;
    let end = 0;
    for (let start = 0; start + KEY_LENGTH <= within.length; start += 1) {
      if (isFirst[hashAt(within, start)] !== 1) continue;
      for (const text of byKey.get(within.slice(start, start + KEY_LENGTH)) ?? []) {
        work -= 1;
        const next = start + text.length;
        if (next <= end || next > within.length) continue;
        work -= text.length / CHARACTERS_PER_UNIT;
        if (work < 0) return [...found, { start, end: within.length }];
        if (!within.startsWith(text, start)) continue;
        found.push({ start, end: next });
        end = next;
      }
    }
    return found;
  };
}

function groupByKey(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const text of new Set(texts)) {
    if (text.length < KEY_LENGTH) continue;
    const key = text.slice(0, KEY_LENGTH);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [text]);
    else group.push(text);
  }
  // The longest text makes the comparison of the others unnecessary.
  for (const group of groups.values()) group.sort((one, other) => other.length - one.length);
  return groups;
}

/** Returns a hash of four characters. */
function hashAt(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  const [three, four] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)];
  return (one ^ (two << 4) ^ (three << 8) ^ (four << 11)) & 0xffff;
}

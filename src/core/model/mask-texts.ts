import { MASK } from './mask-url-logins.ts';

/** The texts to mask. Keeps hashes instead of the texts, so many long texts take little memory. */
export interface MaskedTexts {
  readonly add: (texts: readonly string[]) => void;
  /**
   * Returns a function that replaces each of the texts in the parts of one log by `***`. Texts that overlap are replaced together. Takes
   * linear time: if too many texts begin alike at too many places, the rest of a part is replaced as a whole, so that no secret is shown.
   */
  readonly mask: () => (within: string) => string;
}

/** Texts of one length that begin alike. */
interface Group {
  readonly length: number;
  /** The weight of the character before a text of this length. */
  readonly weight: number;
  readonly hashes: Set<number>;
}

/** The characters that select the texts which can stand at a place. Shorter texts are not searched. */
const KEY_LENGTH = 4;

/**
 * The work of one log: a fixed part, and a part for each character. Each search for the texts of one length at one place is one unit
 * of about 15 ns. Ordinary logs need less than one unit for each character.
 */
const FIXED_WORK = 300_000;
const WORK_PER_CHARACTER = 3;

/** An odd factor, so that all characters of a text have a weight. */
const FACTOR = 0x0100_0193;

export function maskedTexts(): MaskedTexts {
  const groups: (Group[] | undefined)[] = Array.from({ length: 0x1_0000 });
  return {
    add: (texts) => {
      for (const text of texts) if (text.length >= KEY_LENGTH) addText(groups, text);
    },
    mask: () => {
      const search = searchIn(groups);
      return (within) => {
        let shown = '';
        let end = 0;
        for (const next of search(within)) {
          if (next.start >= end) shown += within.slice(end, next.start) + MASK;
          end = next.end;
        }
        return shown + within.slice(end);
      };
    },
  };
}

function addText(groups: (Group[] | undefined)[], text: string): void {
  const alike = (groups[keyAt(text, 0)] ??= []);
  const { length } = text;
  let group = alike.find((other) => other.length === length);
  if (group === undefined) {
    // The weight is the factor to the power of the length.
    let weight = 1;
    for (let count = 0; count < length; count += 1) weight = Math.imul(weight, FACTOR);
    group = { length, weight, hashes: new Set() };
    // The longest text makes the search for the shorter ones unnecessary.
    const place = alike.findIndex((other) => other.length < length);
    alike.splice(place < 0 ? alike.length : place, 0, group);
  }
  let hash = 0;
  for (let index = 0; index < length; index += 1) hash = nextHash(hash, text, index);
  group.hashes.add(hash);
}

/** A place where one of the texts stands. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** Finds the texts, ordered by their starts, without those that end within an earlier one. */
function searchIn(groups: readonly (readonly Group[] | undefined)[]): (within: string) => readonly Occurrence[] {
  let work = FIXED_WORK;
  return (within) => {
    const found: Occurrence[] = [];
    let hashes: Int32Array | undefined;
    let end = 0;
    work = Math.max(work, 0) + WORK_PER_CHARACTER * within.length;
    for (let start = 0; start + KEY_LENGTH <= within.length; start += 1) {
      for (const { length, weight, hashes: wanted } of groups[keyAt(within, start)] ?? []) {
        if (start + length <= end) break;
        work -= 1;
        if (work < 0) return [...found, { start, end: within.length }];
        if (start + length > within.length) continue;
        hashes ??= prefixHashes(within);
        // Equal hashes of different texts are so rare that a comparison of the texts is not worth its time.
        if (!wanted.has(((hashes[start + length] ?? 0) - Math.imul(hashes[start] ?? 0, weight)) | 0)) continue;
        end = start + length;
        found.push({ start, end });
        break;
      }
    }
    return found;
  };
}

/** Returns the hash of each beginning of the text. The hash of each part follows from two of them (Rabin and Karp). */
function prefixHashes(text: string): Int32Array {
  const hashes = new Int32Array(text.length + 1);
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = nextHash(hash, text, index);
    hashes[index + 1] = hash;
  }
  return hashes;
}

function nextHash(hash: number, text: string, index: number): number {
  return (Math.imul(hash, FACTOR) + text.charCodeAt(index) + 1) | 0;
}

/** Returns a number for four characters. */
function keyAt(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  const [three, four] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)];
  return (one ^ (two << 4) ^ (three << 8) ^ (four << 11)) & 0xffff;
}

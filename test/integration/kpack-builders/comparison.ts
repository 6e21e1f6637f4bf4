import type { EntryOutcome, Outcome } from './outcome.ts';

/** Something that the two sides make differently. */
export interface Disagreement {
  readonly text: string;
  /** The sentence by which taskpack alone refuses it. */
  readonly refusal?: string;
}

/** Holds what we make of a builder against what kpack makes of it. */
export function compare(kpack: Outcome, ours: Outcome): readonly Disagreement[] {
  if (recurses(kpack)) return compareCycle(ours);
  const ofEntries = (kpack.entries ?? []).flatMap((entry, index) => compareEntry(entry, ours.entries?.[index]));
  const isAnyRefused = [kpack, ours].some(({ entries }) => entries?.some(isRefused));
  // What becomes of the builder is compared once more without the entries that are refused.
  return isAnyRefused ? ofEntries : [...ofEntries, ...compareBuilder(kpack, ours)];
}

const OWN_ORDER = 'a buildpack is in its own order: ';
/** Of what a buildpack runs on, which no entry is to blame for. */
const VALIDATION = 'validating ';

/** Whether the entry has no meaning for the side, or kpack died of it. */
export function isRefused({ crashed, refusals }: EntryOutcome): boolean {
  return crashed !== undefined || ofEntry(refusals).length > 0;
}

/** Whether kpack dies of a cycle: of no entry it is known then what became of it. */
export function recurses({ crashed }: Outcome): boolean {
  return crashed === 'cycle';
}

/** Whether the refusal is of a cycle, of which kpack dies. */
export function isOfCycle(refusal: string): boolean {
  return refusal.startsWith(OWN_ORDER);
}

function compareCycle({ refusals, entries = [] }: Outcome): readonly Disagreement[] {
  if (refusals.some(isOfCycle)) return [];
  if (refusals.length === 0) return [{ text: 'kpack recurses for ever; taskpack does not' }];
  // Of several entries each is compared by itself.
  return entries.length > 1 ? [] : onlyOurs(refusals, 'recursion for ever');
}

function compareEntry(kpack: EntryOutcome, ours: EntryOutcome = { refusals: [] }): readonly Disagreement[] {
  const refusals = ofEntry(ours.refusals);
  const [reason] = kpack.refusals;
  const kpackSays = kpack.crashed ?? reason ?? kpack.chosen;
  if (reason !== undefined && refusals.includes(reason)) return [];
  if (refusals.length > 0) return onlyOurs(refusals, kpackSays);
  return differing('entry', kpackSays, ours.chosen);
}

function compareBuilder(kpack: Outcome, ours: Outcome): readonly Disagreement[] {
  const reason = kpack.crashed ?? kpack.refusals[0];
  if (reason !== undefined) {
    const isTold = ours.refusals.some((refusal) => withoutSpoken(refusal) === withoutSpoken(reason));
    return isTold ? [] : [{ text: `builder: kpack: ${reason}; taskpack: ${told(ours.refusals)}` }];
  }
  if (ours.refusals.length > 0) return onlyOurs(ours.refusals, 'nothing');
  return [
    ...differing('order', kpack.made?.order, ours.made?.order),
    ...differing('contents', kpack.made?.contents.join(', '), ours.made?.contents.join(', ')),
  ];
}

function onlyOurs(refusals: readonly string[], kpackSays = 'nothing'): readonly Disagreement[] {
  return refusals.map((refusal) => ({ text: `taskpack refuses: ${refusal}; kpack: ${kpackSays}`, refusal }));
}

function differing(what: string, kpack = 'nothing', ours = 'nothing'): readonly Disagreement[] {
  return kpack === ours ? [] : [{ text: `${what}: kpack: ${kpack}; taskpack: ${ours}` }];
}

function ofEntry(refusals: readonly string[]): readonly string[] {
  return refusals.filter((refusal) => !refusal.startsWith(VALIDATION));
}

/** The Platform APIs that each side speaks differ, and are in this sentence. */
function withoutSpoken(refusal: string): string {
  return refusal.replace(/^(unsupported platform apis .*), expecting one of: .*$/, '$1');
}

function told(refusals: readonly string[]): string {
  return refusals.length === 0 ? 'nothing' : refusals.join('; ');
}

import type { EntryOutcome, Outcome } from './outcome.ts';

/** A difference between the two outcomes. */
export interface Disagreement {
  readonly text: string;
  /** The message, if only taskpack rejects the entry. */
  readonly refusal?: string;
}

/** Compares the outcomes of taskpack and kpack for a builder. */
export function compare(kpack: Outcome, ours: Outcome): readonly Disagreement[] {
  if (recurses(kpack)) return compareCycle(ours);
  const ofEntries = (kpack.entries ?? []).flatMap((entry, index) => compareEntry(entry, ours.entries?.[index]));
  const isAnyRefused = [kpack, ours].some(({ entries }) => entries?.some(isRefused));
  // The contents of the builder are compared in a second run, without the rejected entries.
  return isAnyRefused ? ofEntries : [...ofEntries, ...compareBuilder(kpack, ours)];
}

const OWN_ORDER = 'cycle in the orders of buildpacks: ';
/** Messages about the stack or lifecycle, which belong to no entry. */
const VALIDATION = 'validating ';

/** True if the entry does not resolve, or if kpack crashed on the entry. */
export function isRefused({ crashed, refusals }: EntryOutcome): boolean {
  return crashed !== undefined || ofEntry(refusals).length > 0;
}

/** True if kpack crashed on a cycle. The outcome of the entries is then unknown. */
export function recurses({ crashed }: Outcome): boolean {
  return crashed === 'cycle';
}

/** True if the refusal is about a cycle, on which kpack crashes. */
export function isOfCycle(refusal: string): boolean {
  return refusal.startsWith(OWN_ORDER);
}

function compareCycle({ refusals, entries = [] }: Outcome): readonly Disagreement[] {
  if (refusals.some(isOfCycle)) return [];
  if (refusals.length === 0) return [{ text: 'kpack recurses for ever; taskpack does not' }];
  // If there are several entries, each entry is compared separately.
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

/** Matches the message that lists the supported Platform API versions, which differ. */
function withoutSpoken(refusal: string): string {
  return refusal.replace(/^(unsupported platform apis .*), expecting one of: .*$/, '$1');
}

function told(refusals: readonly string[]): string {
  return refusals.length === 0 ? 'nothing' : refusals.join('; ');
}

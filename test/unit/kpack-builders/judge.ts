import type { AskForBuilder } from './builder-oracle.ts';
import { compare, isRefused, recurses, type Disagreement } from './comparison.ts';
import { DIFFERENCES } from './differences/all.ts';
import type { Difference } from './differences/difference.ts';
import { kpackOutcome } from './kpack-outcome.ts';
import { ourOutcome } from './our-outcome.ts';
import type { Outcome } from './outcome.ts';
import { entriesOf, withEntries, type World } from './world.ts';

/** The comparison of kpack and taskpack for one world. */
export interface Verdict {
  /** kpack's outcome for the unchanged world. */
  readonly kpack: Outcome;
  readonly ours: Outcome;
  readonly unexplained: readonly string[];
  /** The documented differences that were removed before the comparison. */
  readonly used: ReadonlySet<string>;
}

/**
 * Compares a world with kpack: first the whole world, then the entries about which the first comparison says nothing.
 */
export async function judge(world: World, ask: AskForBuilder): Promise<Verdict> {
  const whole = await judgeOnce(world, ask);
  const verdicts = [whole];
  if (whole.unexplained.length === 0) {
    for (const part of partsOf(world, whole)) verdicts.push(await judge(part, ask));
  }
  const unexplained = verdicts.flatMap((verdict) => verdict.unexplained);
  return { ...whole, unexplained, used: new Set(verdicts.flatMap(({ used }) => [...used])) };
}

async function judgeOnce(world: World, ask: AskForBuilder): Promise<Verdict> {
  const ours = ourOutcome(world);
  const compared = async (about: World, used: ReadonlySet<string>): Promise<Standing> => {
    const kpack = kpackOutcome(await ask({ ask: 'resolve', ...about }));
    const { left, listed } = withoutListed(world, compare(kpack, ours));
    return { about, kpack, left, used: new Set([...used, ...listed]) };
  };
  const first = await compared(world, new Set());
  const seen = DIFFERENCES.filter(({ isSeen }) => isSeen?.(first.kpack, ours)).map(({ id }) => id);
  const { left, used } = await reconcile(first, compared);
  return { kpack: first.kpack, ours, unexplained: left.map(({ text }) => text), used: new Set([...used, ...seen]) };
}

/** A changed world that replaces the original one, and its comparison. */
interface Standing {
  readonly about: World;
  readonly kpack: Outcome;
  /** The remaining differences. */
  readonly left: readonly Disagreement[];
  readonly used: ReadonlySet<string>;
}

type Compared = (about: World, used: ReadonlySet<string>) => Promise<Standing>;

/** Changes the world as long as that removes differences. Each difference changes the world at most once. */
async function reconcile(
  standing: Standing,
  compared: Compared,
  differences: readonly Difference[] = DIFFERENCES,
): Promise<Standing> {
  const { about, left, used } = standing;
  if (left.length === 0) return standing;
  for (const difference of differences) {
    const amended = difference.amend?.(about) ?? about;
    if (isSame(amended, about)) continue;
    const next = await compared(amended, new Set([...used, difference.id]));
    const others = differences.filter((one) => one !== difference);
    if (!isSame(left, next.left)) return reconcile(next, compared, others);
  }
  return standing;
}

/** Returns the disagreements without documented refusals, and the documented refusals. */
function withoutListed(world: World, disagreements: readonly Disagreement[]): Pick<Standing, 'left'> & Listed {
  const found = disagreements.map((disagreement) => ({ disagreement, id: listedAs(world, disagreement) }));
  return {
    left: found.filter(({ id }) => id === undefined).map(({ disagreement }) => disagreement),
    listed: found.flatMap(({ id }) => id ?? []),
  };
}

interface Listed {
  readonly listed: readonly string[];
}

function listedAs(world: World, { refusal = '' }: Disagreement): string | undefined {
  return DIFFERENCES.find(({ refusal: one }) => {
    const match = one?.words.exec(refusal);
    return match && one?.holds(world, match);
  })?.id;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the world with the entries that neither side rejects. If kpack recurses endlessly, returns a world for each
 * entry.
 */
function partsOf(world: World, { kpack, ours }: Verdict): readonly World[] {
  const entries = entriesOf(world);
  const isFine = (index: number): boolean => ![kpack, ours].some((side) => isRefusedAt(side, index));
  const fine = entries.filter((_, index) => isFine(index));
  const parts = recurses(kpack) ? [fine, ...entries.map((entry) => [entry])] : [fine];
  return parts
    .filter(({ length }) => length > 0 && length < entries.length)
    .map((part) => withEntries(world, new Set(part)));
}

function isRefusedAt({ entries }: Outcome, index: number): boolean {
  const entry = entries?.[index];
  return entry !== undefined && isRefused(entry);
}

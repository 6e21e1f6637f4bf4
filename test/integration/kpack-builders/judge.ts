import type { OracleAnswer, OracleQuestion } from './builder-oracle.ts';
import { compare, isRefused, recurses, type Disagreement } from './comparison.ts';
import { DIFFERENCES } from './differences/all.ts';
import type { Difference } from './differences/difference.ts';
import { kpackOutcome } from './kpack-outcome.ts';
import { ourOutcome } from './our-outcome.ts';
import type { Outcome } from './outcome.ts';
import { entriesOf, withEntries, type World } from './world.ts';

export type Ask = (question: OracleQuestion) => Promise<OracleAnswer>;

/** How the two sides do with one world. */
export interface Verdict {
  /** Of kpack's when it is asked about the world as it is. */
  readonly kpack: Outcome;
  readonly ours: Outcome;
  readonly unexplained: readonly string[];
  /** The differences that were taken away. */
  readonly used: ReadonlySet<string>;
}

/** Holds a world against kpack: first as it is, then parts of it of which that says nothing. */
export async function judge(world: World, ask: Ask): Promise<Verdict> {
  const whole = await judgeOnce(world, ask);
  const verdicts = [whole];
  if (whole.unexplained.length === 0) {
    for (const part of partsOf(world, whole)) verdicts.push(await judge(part, ask));
  }
  const unexplained = verdicts.flatMap((verdict) => verdict.unexplained);
  return { ...whole, unexplained, used: new Set(verdicts.flatMap(({ used }) => [...used])) };
}

async function judgeOnce(world: World, ask: Ask): Promise<Verdict> {
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

/** A world that kpack has been asked about in place of the real one, and how that went. */
interface Standing {
  readonly about: World;
  readonly kpack: Outcome;
  /** What is still different. */
  readonly left: readonly Disagreement[];
  readonly used: ReadonlySet<string>;
}

type Compared = (about: World, used: ReadonlySet<string>) => Promise<Standing>;

/** Amends the world as long as that changes what is different. It ends: it is amended once for each difference. */
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

/** The disagreements that no listed refusal is the reason of, and the refusals that are listed. */
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

/** The entries that neither side refuses; and where kpack recurses for ever, each entry by itself. */
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

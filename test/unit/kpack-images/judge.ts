import type { Json } from '../../../src/core/model/json.ts';
import { pathDiff } from '../kpack/path-diff.ts';
import { DIFFERENCES } from './differences/all.ts';
import type { AskForImage, ImageWorld } from './image-oracle.ts';
import { kpackOutcome } from './kpack-outcome.ts';
import { ourOutcome } from './our-outcome.ts';
import type { Outcome, Pair } from './outcome.ts';

export interface Verdict {
  readonly ours: Outcome;
  /** One line for each undocumented difference. */
  readonly unexplained: readonly string[];
}

/** Compares taskpack's plan for an Image with kpack's writes, without the documented differences. */
export async function judge(world: ImageWorld, ask: AskForImage): Promise<Verdict> {
  const ours = ourOutcome(world);
  return { ours, unexplained: await unexplained(world, ours, ask, undefined) };
}

/** Returns the ids of the differences that the world shows: without one of them, the outcomes differ. */
export async function shownDifferences(world: ImageWorld, ask: AskForImage): Promise<readonly string[]> {
  const ours = ourOutcome(world);
  const shown: string[] = [];
  for (const id of new Set(DIFFERENCES.map((difference) => difference.id))) {
    if ((await unexplained(world, ours, ask, id)).length > 0) shown.push(id);
  }
  return shown;
}

/** Returns what differs after all documented differences except one are removed. */
async function unexplained(
  world: ImageWorld,
  ours: Outcome,
  ask: AskForImage,
  except: string | undefined,
): Promise<readonly string[]> {
  const removed = DIFFERENCES.filter(({ id }) => id !== except);
  const amended = removed.reduce((current, { amend }) => amend?.(current) ?? current, world);
  const asked: Pair = { kpack: kpackOutcome(amended, await ask(amended)), ours };
  const { kpack, ours: reduced } = removed.reduce((pair, { reduce }) => reduce?.(pair, amended) ?? pair, asked);
  return pathDiff(kpack as unknown as Json, reduced as unknown as Json);
}

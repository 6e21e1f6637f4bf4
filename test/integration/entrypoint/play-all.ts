import { play } from './play.ts';
import type { Scenario } from './scenario.ts';
import type { Side } from './side.ts';
import type { Stage } from './stage.ts';
import { verdictOf, type Verdict } from './verdict.ts';

/** The verdict on a scenario, or the reason for a scenario that could not run. */
export type Outcome = Verdict | Error;

/** The number of scenarios that run at the same time. Scenarios sleep most of the time. */
const AT_ONCE = 12;

/** Runs every scenario on both sides. */
export async function playAll(
  scenarios: readonly Scenario[],
  tekton: Side,
  ours: Side,
  stage: Stage,
): Promise<ReadonlyMap<Scenario, Outcome>> {
  const outcomes = new Map<Scenario, Outcome>();
  const queue = scenarios.values();
  const work = async (): Promise<void> => {
    for (const scenario of queue) outcomes.set(scenario, await outcomeOf(scenario, tekton, ours, stage));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function outcomeOf(scenario: Scenario, tekton: Side, ours: Side, stage: Stage): Promise<Outcome> {
  try {
    const [theirs, facts] = await Promise.all([play(scenario, tekton, stage), play(scenario, ours, stage)]);
    return verdictOf(theirs, facts, scenario.differs ?? []);
  } catch (error) {
    return error as Error;
  }
}

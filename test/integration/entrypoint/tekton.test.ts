import { expect } from 'chai';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { waiterBinary } from './binary.ts';
import { DIFFERENCES } from './differences.ts';
import { playAll, type Outcome } from './play-all.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { ourSide, tektonSide } from './side.ts';
import { openStage, type Stage } from './stage.ts';

const ALL = Object.values(SCENARIOS).flat();

describe("the waiter, compared with Tekton's entrypoint", () => {
  let stage: Stage;
  let outcomes: ReadonlyMap<Scenario, Outcome>;

  before(async function () {
    // The first run builds Tekton's entrypoint.
    this.timeout(1_800_000);
    const programs = await ensurePrograms(['tekton-entrypoint'], (line) => console.error(line));
    stage = openStage();
    outcomes = await playAll(ALL, tektonSide(programs['tekton-entrypoint']), ourSide(waiterBinary()), stage);
  });

  after(() => stage?.close());

  for (const [subject, scenarios] of Object.entries(SCENARIOS)) {
    describe(subject, () => {
      for (const scenario of scenarios) {
        it(scenario.name, () => {
          const outcome = outcomes.get(scenario);
          if (outcome instanceof Error) throw outcome;
          expect(outcome).to.deep.equal({ unlisted: [], notShown: [] });
        });
      }
    });
  }

  it('documents no difference without a scenario', () => {
    const shown = ALL.flatMap(({ differs = [] }) => differs);
    expect(shown).to.include.members(Object.keys(DIFFERENCES));
  });
});

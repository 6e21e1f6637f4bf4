import { expect } from 'chai';
import { listedDifferences } from '../kpack/listed-differences.ts';
import { recordedAnswers } from '../kpack/recorded-answers.ts';
import { testListed, testUsed } from '../kpack/recorded-tests.ts';
import type { OracleAnswer, OracleQuestion } from './builder-oracle.ts';
import { DIFFERENCES } from './differences/all.ts';
import { GENERATED, generatedWorlds } from './generated/generated-worlds.ts';
import { judge, type Verdict } from './judge.ts';
import type { Outcome } from './outcome.ts';
import { WRITTEN } from './written/all.ts';
import type { World } from './world.ts';

const { seed: SEED, count: COUNT } = GENERATED;
const LISTED = listedDifferences().filter(({ table }) => table === 'Buildpack resolution');

describe('orders, compared with kpack', () => {
  const verdicts = new Map<World, Verdict>();
  const generated = generatedWorlds(GENERATED);

  const recorded = recordedAnswers<OracleQuestion, OracleAnswer>('builder-oracle');

  before(async () => {
    const written = Object.values(WRITTEN).flatMap((worlds) => worlds.map(({ world }) => world));
    for (const world of [...written, ...generated]) verdicts.set(world, await judge(world, recorded.ask));
  });

  for (const [table, worlds] of Object.entries(WRITTEN)) {
    for (const { name, world, kpack, differences = [] } of worlds) {
      it(`${table}: ${name}`, () => {
        const verdict = verdictOf(verdicts, world);
        expect(firstOf(verdict.kpack)).to.equal(kpack);
        expect(verdict.unexplained).to.deep.equal([]);
        expect([...verdict.used].toSorted()).to.deep.equal(differences.toSorted());
      });
    }
  }

  it(`${COUNT} generated worlds (seed ${SEED})`, () => {
    const failures = generated.filter((world) => verdictOf(verdicts, world).unexplained.length > 0);
    const shown = failures.slice(0, 3).map((world) => ({
      world: JSON.stringify(world),
      differences: verdictOf(verdicts, world).unexplained,
    }));
    expect(shown, `${failures.length} differ`).to.deep.equal([]);
  });

  it('generates builders that both create, and builders that both reject', () => {
    const all = generated.map((world) => verdictOf(verdicts, world));
    expect(all.filter(({ kpack, ours }) => kpack.made !== undefined && ours.made !== undefined)).to.have.length.above(
      COUNT / 4,
    );
    expect(all.filter(({ kpack, ours }) => isRefused(kpack) && isRefused(ours))).to.have.length.above(COUNT / 4);
  });

  testListed(LISTED, DIFFERENCES);

  it('documents no difference without a test case', () => {
    const used = new Set([...verdicts.values()].flatMap((verdict) => [...verdict.used]));
    expect(LISTED.filter(({ id }) => !used.has(id))).to.deep.equal([]);
  });

  testUsed(recorded);
});

function verdictOf(verdicts: ReadonlyMap<World, Verdict>, world: World): Verdict {
  const verdict = verdicts.get(world);
  if (verdict === undefined) throw new Error('it was not compared');
  return verdict;
}

/** Returns the first line of an outcome: kpack's crash or refusal, or the first entry. */
function firstOf({ crashed, entries = [], refusals }: Outcome): string {
  const [entry] = entries;
  const said = entry?.crashed ?? crashed ?? refusals[0] ?? entry?.chosen ?? 'nothing';
  return said.replace(/ sha256:\w+/, '');
}

function isRefused({ refusals }: Outcome): boolean {
  return refusals.length > 0;
}

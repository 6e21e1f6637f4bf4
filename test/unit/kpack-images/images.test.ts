import { expect } from 'chai';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import { listedDifferences } from '../kpack/listed-differences.ts';
import { recordedAnswers } from '../kpack/recorded-answers.ts';
import { testListed, testUsed } from '../kpack/recorded-tests.ts';
import { DIFFERENCES } from './differences/all.ts';
import { GENERATED, generatedWorlds } from './generated/generated-worlds.ts';
import type { ImageAnswer, ImageWorld } from './image-oracle.ts';
import { judge, shownDifferences } from './judge.ts';
import type { Outcome } from './outcome.ts';
import { WRITTEN_WORLDS } from './written-worlds.ts';

const LISTED = listedDifferences().filter(({ table }) => table === 'Images');

describe('Images, compared with kpack', () => {
  const recorded = recordedAnswers<ImageWorld, ImageAnswer>('image-oracle');
  const used = new Set<string>();

  for (const { name, world, expected, differences = [] } of WRITTEN_WORLDS) {
    it(name, async () => {
      const verdict = await judge(world, recorded.ask);
      expect(verdict.unexplained).to.deep.equal([]);
      expect(effectOf(verdict.ours)).to.equal(expected);
      const shown = await shownDifferences(world, recorded.ask);
      expect(shown).to.have.members(differences);
      shown.forEach((id) => used.add(id));
    });
  }

  it(`agrees on ${GENERATED.count} generated worlds`, async () => {
    const unexplained: string[] = [];
    const effects = new Set<string>();
    for (const [index, world] of generatedWorlds(GENERATED).entries()) {
      const verdict = await judge(world, recorded.ask);
      effects.add(effectOf(verdict.ours));
      unexplained.push(...verdict.unexplained.map((line) => `world ${index}: ${line}`));
    }
    expect(unexplained).to.deep.equal([]);
    expect([...effects]).to.include.members(['UpToDate', 'BuildFailed', 'BuildRunning', 'BuilderNotReady', 'CONFIG']);
  });

  testListed(LISTED, DIFFERENCES);

  it('documents no difference without a world', () => {
    expect(LISTED.filter(({ id }) => !used.has(id))).to.deep.equal([]);
  });

  testUsed(recorded);
});

/** Returns the reasons of the created Build, or the reason of the condition Ready. */
function effectOf({ build, status }: Outcome): string {
  const reasons = textAt(objectAt(objectAt(build ?? {}, 'metadata'), 'annotations'), 'image.kpack.io/reason');
  const ready = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
  return reasons ?? textAt(ready, 'reason') ?? '';
}

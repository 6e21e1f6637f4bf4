import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startLineProgram } from '../../integration/kpack/line-program.ts';
import { askPodProgram } from '../../integration/kpack/pod-program.ts';
import type { OracleAnswer, OracleQuestion } from '../../unit/kpack-builders/builder-oracle.ts';
import { generatedWorlds as generatedBuilders } from '../../unit/kpack-builders/generated/generated-worlds.ts';
import { judge as judgeBuilder } from '../../unit/kpack-builders/judge.ts';
import { generatedWorlds as generatedImages } from '../../unit/kpack-images/generated/generated-worlds.ts';
import type { ImageAnswer, ImageWorld } from '../../unit/kpack-images/image-oracle.ts';
import { judge as judgeImage } from '../../unit/kpack-images/judge.ts';
import { inquire, undocumented } from '../../unit/kpack/comparison.ts';
import { generatedSubjects } from '../../unit/kpack/generated-subjects.ts';
import { askKpack } from '../../unit/kpack/oracle.ts';
import { questionOf } from '../../unit/kpack/question.ts';
import type { Ask } from '../../unit/kpack/recorded-answers.ts';

/** TASKPACK_SEED repeats a run. */
const SEED = Number(process.env['TASKPACK_SEED'] ?? randomInt(2 ** 31));
const COUNT = 1000;

/** npm test compares fixed seeds with recorded answers. Other seeds find what those do not contain. */
describe(`generated cases of a new seed, compared with kpack (TASKPACK_SEED=${SEED} repeats them)`, function () {
  // The first run builds kpack.
  this.timeout(1_800_000);
  const sample = { seed: SEED, count: COUNT };

  before(() => console.log(`TASKPACK_SEED=${SEED}`));

  it('Pods', async () => {
    const programs = await ensurePrograms(['kpack-pod'], (line) => console.error(line));
    const ask = askPodProgram(programs['kpack-pod']);
    const inquiries = inquire(generatedSubjects(sample), questionOf, (questions) => askKpack(ask, questions));
    expect(undocumented(inquiries).slice(0, 3)).to.deep.equal([]);
  });

  it('Images', async () => {
    const different = await withProgram<ImageWorld, ImageAnswer, readonly string[]>('image-oracle', async (ask) =>
      differing(generatedImages(sample), async (world) => judgeImage(world, ask)),
    );
    expect(different.slice(0, 3).join('\n\n')).to.equal('');
  });

  it('orders of builders', async () => {
    const different = await withProgram<OracleQuestion, OracleAnswer, readonly string[]>(
      'builder-oracle',
      async (ask) => differing(generatedBuilders(sample), async (world) => judgeBuilder(world, ask)),
    );
    expect(different.slice(0, 3).join('\n\n')).to.equal('');
  });
});

/** Returns the undocumented differences of each world that differs, one on each line, and the world. */
async function differing<World>(
  worlds: readonly World[],
  judge: (world: World) => Promise<{ readonly unexplained: readonly string[] }>,
): Promise<readonly string[]> {
  const different: string[] = [];
  for (const world of worlds) {
    const { unexplained } = await judge(world);
    if (unexplained.length > 0) different.push([...unexplained, JSON.stringify(world)].join('\n'));
  }
  return different;
}

async function withProgram<Question, Answer, Result>(
  name: 'builder-oracle' | 'image-oracle',
  use: (ask: Ask<Question, Answer>) => Promise<Result>,
): Promise<Result> {
  const programs = await ensurePrograms([name], (line) => console.error(line));
  const program = startLineProgram<Question, Answer>(programs[name]);
  try {
    return await use(async (question) => program.ask(question));
  } finally {
    await program.close();
  }
}

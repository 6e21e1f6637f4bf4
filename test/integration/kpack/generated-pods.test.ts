import { expect } from 'chai';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { inquire, undocumented } from '../../unit/kpack/comparison.ts';
import { GENERATED, generatedSubjects } from '../../unit/kpack/generated-subjects.ts';
import { askKpack } from '../../unit/kpack/oracle.ts';
import { ourPod } from '../../unit/kpack/our-pod.ts';
import { questionOf } from '../../unit/kpack/question.ts';
import { askPodProgram } from './pod-program.ts';

const COUNT = 600;

/** kpack's answers about these Builds are not recorded, because the comparison takes longer than npm test may. */
describe('Pods of generated Builds, compared with kpack', () => {
  const generated = generatedSubjects({ seed: GENERATED.seed, count: COUNT });

  it(`${COUNT} generated Builds (seed ${GENERATED.seed})`, async function () {
    // The first run builds kpack.
    this.timeout(1_800_000);
    const programs = await ensurePrograms(['kpack-pod'], (line) => console.error(line));
    const ask = askPodProgram(programs['kpack-pod']);
    const different = undocumented(inquire(generated, questionOf, (questions) => askKpack(ask, questions)));
    expect(different.slice(0, 3), `${different.length} differ`).to.deep.equal([]);
  });

  it('creates a Pod for every generated Build', () => {
    const refused = generated.flatMap((subject) => ourPod(subject, 'init').refusals ?? []);
    expect(refused).to.deep.equal([]);
  });
});

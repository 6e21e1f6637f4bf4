import { expect } from 'chai';
import { CONVENTIONS } from './convention.ts';
import { publishedTasks, type PublishedTask } from './published-task.ts';

/** Nothing is right with it. */
const BAD: PublishedTask = {
  name: 'bad',
  files: new Map([['README.md', '# Bad\n']]),
  documents: [
    {
      metadata: { name: 'worse' },
      spec: {
        params: [{ name: 'UNHEARD_OF' }],
        steps: [
          {
            name: 'one',
            image: 'ubuntu:latest',
            script: 'echo $(params.UNHEARD_OF)',
            env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: {} } }],
            results: [{ name: 'digest' }],
          },
        ],
      },
    },
  ],
};

describe('the conventions of catalogs', () => {
  const tasks = publishedTasks();

  it('are checked for at least one Task', () => {
    expect(tasks.map(({ name }) => name)).to.include('buildpacks');
  });

  for (const { rule, source, faults } of CONVENTIONS) {
    it(`${rule} (${source})`, () => {
      expect(faults(BAD), 'a Task of which nothing is right').to.not.deep.equal([]);
      for (const task of tasks) expect(faults(task), task.name).to.deep.equal([]);
    });
  }
});

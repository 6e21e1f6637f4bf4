import { expect } from 'chai';
import { obstacles } from './obstacles.ts';
import { catalogTask, ourTask, type TaskInterface } from './task-interface.ts';

describe("taskpack's Tasks as replacements of those in Tekton's catalog", () => {
  for (const other of ['buildpacks', 'buildpacks-phases']) {
    it(`buildpacks can replace ${other} in any Pipeline`, () => {
      expect(obstacles(ourTask('buildpacks'), catalogTask(other))).to.deep.equal([]);
    });
  }

  it('buildpacks-source has all results and the workspace of git-clone', () => {
    const { results, workspaces } = catalogTask('git-clone');
    const known = { params: [], results, workspaces: workspaces.filter(({ optional = false }) => !optional) };
    expect(obstacles(ourTask('buildpacks-source'), known)).to.deep.equal([]);
  });

  it('cannot replace a Task if a field is missing, has another type or is newly required', () => {
    const other: TaskInterface = {
      params: [
        { name: 'GONE' },
        { name: 'OTHER_TYPE', type: 'array', default: [] },
        { name: 'NO_DEFAULT', default: '' },
        { name: 'OTHER_DEFAULT', default: 'web' },
        { name: 'GUESSED', default: '1000' },
      ],
      workspaces: [{ name: 'gone' }, { name: 'cache', optional: true }, { name: 'source' }],
      results: [{ name: 'GONE' }, { name: 'OTHER_TYPE' }],
    };
    const own: TaskInterface = {
      params: [
        { name: 'OTHER_TYPE', default: '' },
        { name: 'NO_DEFAULT' },
        { name: 'OTHER_DEFAULT', default: 'worker' },
        { name: 'GUESSED', default: '' },
        { name: 'NEW' },
        { name: 'NEW_WITH_DEFAULT', default: '' },
      ],
      workspaces: [{ name: 'cache' }, { name: 'source' }, { name: 'new' }, { name: 'bindings', optional: true }],
      results: [{ name: 'OTHER_TYPE', type: 'object' }],
    };
    expect(obstacles(own, other)).to.deep.equal([
      'there is no parameter GONE',
      'parameter OTHER_TYPE is of type string',
      'parameter NO_DEFAULT has the default undefined',
      'parameter OTHER_DEFAULT has the default "worker"',
      'parameter NEW is new',
      'there is no workspace gone',
      'workspace cache must be given',
      'workspace new must be given',
      'there is no result GONE',
      'result OTHER_TYPE is of type object',
    ]);
  });
});

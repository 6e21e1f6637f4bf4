import { expect } from 'chai';
import { publishedTasks } from './published-task.ts';
import { catalogTask, ourTask, type TaskInterface } from './task-interface.ts';
import { taskUses } from './task-uses.ts';

describe('samples and tests of Tasks', () => {
  const ours = publishedTasks().map(({ name }) => name);
  const uses = taskUses();

  it('exist for each Task', () => {
    expect(uses.map(({ task }) => task)).to.include.members(ours);
  });

  for (const { file, task, params, workspaces } of uses) {
    it(`${file} sets all required fields of ${task} and no unknown ones`, () => {
      const { params: parameters, workspaces: places } = interfaceOf(task);
      expect(names(parameters)).to.include.members([...params]);
      expect(names(places)).to.include.members([...workspaces]);
      expect(params).to.include.members(names(parameters.filter((parameter) => parameter.default === undefined)));
      expect(workspaces).to.include.members(names(places.filter(({ optional = false }) => !optional)));
    });
  }

  function interfaceOf(task: string): TaskInterface {
    return ours.includes(task) ? ourTask(task) : catalogTask(task);
  }
});

function names(fields: readonly { readonly name: string }[]): string[] {
  return fields.map(({ name }) => name);
}

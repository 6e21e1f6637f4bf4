import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { catalogTask } from '../../unit/tasks/task-interface.ts';

describe("the page about the catalog's Tasks", () => {
  const page = readFileSync(path.join(ROOT, 'docs/how-to/move-from-the-catalog-tasks.md'), 'utf8');
  const table = page.slice(page.indexOf('\n## Parameters\n'));

  for (const name of ['buildpacks', 'buildpacks-phases']) {
    it(`names every parameter, workspace and result of ${name}`, () => {
      const { params, workspaces, results } = catalogTask(name);
      const fields = [...params, ...workspaces, ...results].map((field) => field.name);
      expect(fields.filter((field) => !table.includes(`\`${field}\``))).to.deep.equal([]);
    });
  }
});

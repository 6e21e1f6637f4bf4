import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesWithOwnNodes, suitesOnNode } from '../../../scripts/testing/e2e-lanes.mjs';
import { withImports } from '../../../scripts/testing/imports.mjs';
import { runLanes } from '../../../scripts/testing/lanes.mjs';
import { ROOT } from '../../support/command.ts';

const INSTALLATION = 'test/e2e/installed-controller.ts';

describe('the lanes of the tests on a node', () => {
  it('run every file once', () => {
    const all = readdirSync(path.join(ROOT, 'test/e2e'), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/e2e/${name}`);
    expect([...suitesOnNode().flatMap(({ files }) => files), ...filesWithOwnNodes()]).to.have.members(all);
  });

  it('have all files that install a controller of the whole cluster in the first suite', () => {
    const [first, ...others] = suitesOnNode();
    const installing = others
      .flatMap(({ files }) => files)
      .filter((file) => withImports([file]).includes(INSTALLATION));
    expect(installing).to.deep.equal([]);
    expect(first?.files.some((file) => withImports([file]).includes(INSTALLATION))).to.equal(true);
  });

  it('run as many suites at once as there are lanes, and a suite after those that it names', async () => {
    const events: string[] = [];
    const suite = (name: string, turns: number, after?: readonly string[]) => ({
      name,
      after,
      run: async () => {
        events.push(`${name} begins`);
        for (let turn = 0; turn < turns; turn += 1) await sleep(1);
        events.push(`${name} ends`);
        return { passed: 1, failed: 0, skipped: 0 };
      },
    });
    const suites = [suite('a', 40), suite('b', 1), suite('c', 1, ['a']), suite('d', 1)];
    // Without `record`, these suites would be in the table of the command that runs this test.
    const recorded: string[] = [];
    const results = await runLanes(suites, { lanes: 2, record: ({ suite: name }) => recorded.push(name) });
    expect(results.map(({ name }) => name)).to.have.members(['a', 'b', 'c', 'd']);
    expect(recorded).to.have.members(['a', 'b', 'c', 'd']);
    expect(events.slice(0, 4)).to.deep.equal(['a begins', 'b begins', 'b ends', 'a ends']);
    expect(events.slice(4)).to.have.members(['c begins', 'c ends', 'd begins', 'd ends']);
  });
});

import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runShell, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { developerBed, type DeveloperBed } from '../actions/developer-bed.ts';

const NAMESPACE = 'kubectl-plugin';
const RULES = [{ apiGroups: ['kpack.io'], resources: ['images', 'builds'], verbs: ['get', 'list'] }];

/** Command lines of kubectl, and the words that kubectl offers for their last word. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ["taskpack tr''", ['translate', 'trigger']],
  ["taskpack translate --to ''", ['taskrun', 'pod']],
  ["taskpack trigger ''", ['shop', 'web']],
  ['taskpack trigger w', ['web']],
];

describe("taskpack as a plugin of kubectl's", function () {
  this.timeout(180_000);
  let developer: DeveloperBed;
  let workspace: Workspace;

  before(async function () {
    this.timeout(1_800_000);
    developer = await developerBed(NAMESPACE, RULES);
    for (const name of ['web', 'shop']) await developer.bed.create(name);
    workspace = makeWorkspace();
    // The names that the package installs.
    for (const name of ['kubectl-taskpack', 'kubectl_complete-taskpack'])
      symlinkSync(path.join(ROOT, 'dist/bundle/taskpack.cjs'), path.join(workspace.path, name));
  });
  after(async () => {
    workspace?.remove();
    await developer?.remove();
  });

  it('runs as kubectl taskpack', () => {
    const { status, stdout, stderr } = kubectl('taskpack list -o name');
    expect({ status, stdout: stdout.split('\n').toSorted(), stderr }).to.deep.equal({
      status: 0,
      stdout: ['', 'image.kpack.io/shop', 'image.kpack.io/web'],
      stderr: '',
    });
    expect(kubectl('taskpack trigger --help').stdout).to.match(/^Usage: kubectl taskpack trigger/);
  });

  for (const [line, words] of LINES) {
    it(`completes kubectl ${line}`, () => {
      const { stdout } = kubectl(`__complete ${line}`);
      const offered = stdout.split('\n').filter((each) => each !== '' && !each.startsWith(':'));
      expect(offered.toSorted()).to.deep.equal(words.toSorted());
      expect(stdout).to.contain('\n:4\n');
    });
  }

  function kubectl(args: string): Outcome {
    const { cluster, user } = developer;
    const env = {
      KUBECONFIG: user.kubeconfig,
      PATH: `${workspace.path}:${path.dirname(process.execPath)}:${process.env['PATH']}`,
    };
    return runShell(`'${cluster.kubectl}' ${args}`, { env });
  }
});

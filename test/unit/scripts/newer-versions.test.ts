import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

/** Answers `go list -m … MODULE` by patterns of the module. */
function goThat(...answers: readonly (readonly [pattern: string, command: string])[]): string {
  const cases = answers.map(([pattern, command]) => `${pattern}) ${command} ;;`);
  return ['#!/bin/sh', 'for last; do :; done', 'case $last in', ...cases, 'esac', ''].join('\n');
}

const OLD = ['*', 'echo v0.0.1'] as const;
const REFUSES = 'echo "go: reading the list: 403 Forbidden" >&2; exit 1';

describe('npm run versions -- --check', function () {
  let workspace: Workspace;

  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  function check(go: string, args: readonly string[] = ['--check']): readonly [status: number | null, text: string] {
    workspace.write({ go });
    chmodSync(path.join(workspace.path, 'go'), 0o755);
    const env = { ...process.env, PATH: `${workspace.path}:${process.env['PATH']}` };
    const command = ['scripts/versions.mjs', ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, env, encoding: 'utf8' });
    return [status, stdout + stderr];
  }

  it('fails for newer versions, also of the next major version, and for none that is not released', () => {
    const [status, text] = check(
      goThat(
        ['k8s.io/kubernetes', 'echo v1.30.0 v1.99.1 v1.99.0 v1.100.0-rc.1'],
        ['helm.sh/helm/v5', 'echo v5.0.0'],
        ['istio.io/istio', 'echo'],
        ['istio.io/istio/v2*', REFUSES],
        ['istio.io/istio@latest', 'echo v0.0.0-20990101000000-0123456789ab'],
        ['github.com/pivotal/kpack', REFUSES],
        ['github.com/pivotal/kpack@latest', 'echo v0.99.0'],
        ['github.com/buildpacks/pack*', REFUSES],
        OLD,
      ),
    );
    const lines = text.trim().split('\n');
    expect(lines.map((line) => line.replaceAll(/(?<=than )\S+|^\d+(?= without)/g, '…'))).to.deep.equal([
      'helm: 5.0.0 is newer than …',
      'istio: 0.0.0-20990101000000-0123456789ab is newer than …',
      'kpack: not served: the list of versions; the latest one is v0.99.0',
      'kpack: 0.99.0 is newer than …',
      'kubernetes: 1.99.1 is newer than …',
      'pack: not served: the list of versions, and the latest one',
      '… without a newer version, 4 newer, 1 not served',
      'Record newer versions and the date in src/core/model/program-versions.ts.',
    ]);
    expect(status).to.equal(1);
  });

  it('passes if nothing is newer', () => {
    const [status, text] = check(goThat(['istio.io/istio*', 'echo v0.0.0-20200101000000-0123456789ab'], OLD));
    expect(text).to.match(/^\d+ without a newer version, 0 newer, 0 not served\n$/);
    expect(status).to.equal(0);
  });

  it('fails with the reason if no version is served', () => {
    const [status, text] = check(goThat(['*', REFUSES]));
    expect(text).to.match(/^error: the proxy answered nothing: go: reading the list: 403 Forbidden$/m);
    expect(status).to.equal(2);
  });

  it('refuses other options', () => {
    const [status, text] = check('', ['--chek']);
    expect(text).to.match(/^usage: npm run versions/);
    expect(status).to.equal(2);
  });
});

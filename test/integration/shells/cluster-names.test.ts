import { expect } from 'chai';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ROOT, runCommand, runShell } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { developerBed, type DeveloperBed } from '../actions/developer-bed.ts';

const NAMESPACE = 'completed-names';

/** Reads Images and Builds, but no namespaces. */
const RULES = [{ apiGroups: ['kpack.io'], resources: ['images', 'builds'], verbs: ['list'] }];

/** The words, sorted, that each shell offers at the end of each line. */
const LINES: Readonly<Record<string, string>> = {
  'taskpack trigger ': 'shop web',
  'taskpack trigger w': 'web',
  'taskpack build --local-path /tmp s': 'shop',
  'taskpack logs ': 'done lost running shop web',
  'taskpack why ': 'done lost running shop web',
  'taskpack cancel ': 'running',
  'taskpack retry --wait ': 'lost',
  'taskpack retry -n nowhere l': '',
  'taskpack logs -n ': '',
};

describe('taskpack completion with the names of a cluster', function () {
  this.timeout(180_000);
  let developer: DeveloperBed;
  let workspace: Workspace;

  before(async function () {
    this.timeout(1_800_000);
    developer = await developerBed(NAMESPACE, RULES);
    const { cluster, bed } = developer;
    for (const name of ['web', 'shop']) await bed.create(name);
    for (const name of ['running', 'done', 'lost']) await cluster.client.create(build(name) as never);
    await bed.finish('done', 'True');
    await bed.finish('lost', 'False');
    workspace = makeWorkspace();
    const command = `#!/bin/sh\nexec "${process.execPath}" "${path.join(ROOT, 'dist/bundle/taskpack.cjs')}" "$@"\n`;
    workspace.write({ 'bin/taskpack': command, _taskpack: runCommand(['completion', 'zsh']).stdout });
    chmodSync(path.join(workspace.path, 'bin/taskpack'), 0o755);
  });
  after(async () => {
    workspace?.remove();
    await developer?.remove();
  });

  it('offers them in bash', () => {
    expectOffers(() => byLine(bashOffers()));
  });

  it('offers them in zsh', () => {
    const script = path.join(ROOT, 'test/integration/shells/zsh-offers.zsh');
    const lines = Object.keys(LINES).map((line) => `"${line}"`);
    expectOffers(() => byLine(offered(`zsh -f '${script}' '${workspace.path}' ${lines.join(' ')}`)));
  });

  it('offers them in fish', () => {
    const lines = Object.keys(LINES).map((line) => `"${line}"`);
    const script = `source -; for line in ${lines.join(' ')}; echo (complete -C $line | cut -f1); end`;
    const line = `command taskpack completion fish | fish --no-config -c '${script}'`;
    expectOffers(() => byLine(offered(line)));
  });

  it('offers nothing and prints nothing without a cluster', () => {
    const text = readFileSync(developer.user.kubeconfig, 'utf8').replace(/https:[^"]*/, 'https://127.0.0.1:1');
    workspace.write({ unreachable: text });
    for (const kubeconfig of ['unreachable', 'missing'].map((name) => path.join(workspace.path, name))) {
      const outcome = runCommand(['__complete', 'images', '--', 'trigger'], { env: { KUBECONFIG: kubeconfig } });
      expect(outcome).to.deep.equal({ status: 0, stdout: '', stderr: '' });
    }
  });

  function bashOffers(): readonly string[] {
    const offers = Object.keys(LINES).map((line) => {
      const words = line.split(' ');
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const complete = `COMP_WORDS=(${quoted}) COMP_CWORD=${words.length - 1}; _taskpack; echo "\${COMPREPLY[*]}"`;
      return offered(`unset -f taskpack; eval "$(taskpack completion bash)"; ${complete}`)[0] ?? '';
    });
    // Bash also offers the options.
    return offers.map((line) => withoutOptions(line));
  }

  function offered(script: string): readonly string[] {
    const env = {
      KUBECONFIG: developer.user.kubeconfig,
      PATH: `${path.join(workspace.path, 'bin')}:${process.env['PATH']}`,
    };
    const { stdout, stderr } = runShell(script, { env });
    expect(stderr).to.equal('');
    return stdout.split('\n').map((line) => line.split(' ').toSorted().join(' '));
  }
});

/** Tries three times, because the shells offer nothing if a busy cluster does not answer in time. */
function expectOffers(offers: () => Readonly<Record<string, string>>): void {
  let last = offers();
  for (let count = 1; count < 3 && !isDeepStrictEqual(last, LINES); count += 1) last = offers();
  expect(last).to.deep.equal(LINES);
}

function byLine(offers: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(LINES).map((line, index) => [line, offers[index] ?? 'nothing was printed']));
}

function withoutOptions(line: string): string {
  return line
    .split(' ')
    .filter((word) => !word.startsWith('-'))
    .join(' ');
}

function build(name: string): object {
  const spec = {
    tags: ['registry.example/app'],
    serviceAccountName: 'default',
    builder: { image: 'registry.example/builder' },
    source: { blob: { url: 'https://example.com/source.zip' } },
  };
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { name, namespace: NAMESPACE }, spec };
}

import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_IMAGES, ROOT, runInProcess, type Outcome } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';

const SAMPLES = path.join(ROOT, 'config/samples');
const BUILD = readFileSync(path.join(SAMPLES, 'build.yaml'), 'utf8');
const FACTS = readFileSync(path.join(SAMPLES, 'facts.yaml'), 'utf8');

/** Set UPDATE_GOLDEN to write the patches. */
const PATCHES = path.join(import.meta.dirname, 'patches');

/** Arguments whose whole output is in a file of `patches`. */
const DIFFERENT: readonly (readonly [args: string, patch: string])[] = [
  ['-f new.yaml -f facts.yaml --from old.yaml --from facts.yaml', 'changed-variable.diff'],
  ['-f new.yaml -f facts.yaml --to pod --from printed.yaml', 'changed-pod.diff'],
  ['-f renamed.yaml -f facts.yaml --to pod --from printed.yaml -o json', 'renamed.json.txt'],
];

const EQUAL: readonly string[] = [
  '-f old.yaml -f facts.yaml --from old.yaml --from facts.yaml',
  '-f old.yaml -f facts.yaml --from reordered.yaml --from facts.yaml',
  '-f old.yaml -f facts.yaml --to pod --from printed.yaml',
];

const TROUBLE: readonly (readonly [args: string, stderr: RegExp])[] = [
  ['', /^error: required option '-f, --filename <path>' not specified; to read standard input, write -f -\n$/],
  ['-f none.yaml --from old.yaml', /^error: none.yaml: no such file or directory\n$/],
  ['-f old.yaml -f facts.yaml --from invalid.yaml', /^error: invalid.yaml:4:1 spec.builder/],
  ['-f invalid.yaml --from old.yaml --from facts.yaml', /^error: invalid.yaml:4:1 spec.builder/],
  ['-f - --from -', /^error: standard input can be read only once: -f - and --from - exclude each other\n$/],
  ['-f old.yaml -f facts.yaml', /^error: kubeconfig: not found /],
  // Every option of a translation may stand beside those of the cluster.
  [
    '-f old.yaml -f facts.yaml --now 1 --namespace other --kubeconfig kubeconfig.json',
    /^error: resources of api\/v1: the API server /,
  ],
  ['-f old.yaml --from old.yaml --layout init', /^error: option '--layout <layout>' has no effect without --to pod\n$/],
];

const INVALID = 'apiVersion: kpack.io/v1alpha2\nkind: Build\nmetadata: {name: a}\nspec: {tags: 3}\n';

/** A cluster that refuses connections. */
const KUBECONFIG = JSON.stringify({
  'current-context': 'none',
  contexts: [{ name: 'none', context: { cluster: 'none', user: 'none' } }],
  clusters: [{ name: 'none', cluster: { server: 'http://127.0.0.1:1' } }],
  users: [{ name: 'none', user: {} }],
});

async function taskpack(command: string, args: string): Promise<Outcome> {
  return runInProcess([command, ...args.split(' ').filter(Boolean), '--offline'], { env: DEFAULT_IMAGES });
}

describe('taskpack diff', () => {
  const workspace = makeWorkspace();
  const directory = process.cwd();
  before(async () => {
    process.chdir(workspace.path);
    workspace.write({
      'old.yaml': BUILD,
      'new.yaml': BUILD.replace("value: '21'", "value: '17'"),
      'renamed.yaml': BUILD.replace('name: sample', 'name: other'),
      'reordered.yaml': BUILD.split('---\n').toReversed().join('\n---\n'),
      'facts.yaml': FACTS,
      'invalid.yaml': INVALID,
      'kubeconfig.json': KUBECONFIG,
    });
    const printed = await taskpack('translate', '-f old.yaml -f facts.yaml --to pod');
    workspace.write({ 'printed.yaml': printed.stdout });
  });
  after(() => {
    process.chdir(directory);
    workspace.remove();
  });

  for (const [args, patch] of DIFFERENT) {
    it(`exits with 1 and prints ${patch} for ${args}`, async () => {
      const { stdout, ...rest } = await taskpack('diff', args);
      const file = path.join(PATCHES, patch);
      if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, stdout);
      expect(stdout).to.equal(readFileSync(file, 'utf8'));
      expect(rest).to.deep.equal({ status: 1, stderr: '' });
    });
  }

  for (const args of EQUAL) {
    it(`exits with 0 and prints nothing for ${args}`, async () => {
      expect(await taskpack('diff', args)).to.deep.equal({ status: 0, stdout: '', stderr: '' });
    });
  }

  for (const [args, stderr] of TROUBLE) {
    it(`exits with 2 for ${args === '' ? 'no argument' : args}`, async () => {
      const { status, stdout, stderr: printed } = await taskpack('diff', args);
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
      expect(printed).to.match(stderr);
    });
  }
});

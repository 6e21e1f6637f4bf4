import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildCommand, DEFAULT_IMAGES, ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** The packages that only @kubernetes/client-node requires, and itself. */
const BUNDLED = ['@kubernetes/client-node', 'node-fetch', 'jsonpath-plus', 'openid-client'];
const CLIENT_NODE = [...BUNDLED, 'form-data'];

const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: none
contexts: [{ name: none, context: { cluster: none, user: none } }]
clusters: [{ name: none, cluster: { server: 'http://127.0.0.1:1' } }]
users: [{ name: none, user: { token: some-token } }]
`;

describe('packages that client-node brings along', () => {
  const workspace = makeWorkspace();
  before(buildCommand);
  after(() => workspace.remove());

  for (const step of ['prepare', 'completion', 'resource']) {
    it(`are not in the program of the step ${step}`, async () => {
      expect(clientPackages(await packagesOf(`src/steps/${step}/main.ts`))).to.deep.equal([]);
    });
  }

  it('are found in the command, whose controller reads kubeconfigs', async () => {
    expect(clientPackages(await packagesOf('src/cli/main.ts'))).to.have.members(BUNDLED);
  });

  it('are not loaded by taskpack translate', () => {
    const { status, loaded } = loadedBy([
      'translate',
      '--offline',
      '-f',
      'config/samples/build.yaml',
      '-f',
      'config/samples/facts.yaml',
    ]);
    expect(status).to.equal(0);
    expect(loaded).to.deep.equal([]);
  });

  it('are loaded by a command that reads a kubeconfig', () => {
    writeFileSync(path.join(workspace.path, 'kubeconfig'), KUBECONFIG);
    const { loaded } = loadedBy(['logs', 'some-build'], path.join(workspace.path, 'kubeconfig'));
    expect(loaded).to.not.deep.equal([]);
  });

  /** Runs the bundled command. Returns the files of client-node's bundle that were loaded. */
  function loadedBy(
    args: readonly string[],
    kubeconfig?: string,
  ): { status: number | null; loaded: readonly string[] } {
    const [trace, output] = ['trace.cjs', 'loaded'].map((name) => path.join(workspace.path, name));
    if (trace === undefined || output === undefined) throw new Error('no paths');
    writeFileSync(trace, tracer(output));
    const { status } = spawnSync(
      process.execPath,
      ['--require', trace, path.join(ROOT, 'dist/bundle/taskpack.mjs'), ...args],
      { cwd: ROOT, env: { ...DEFAULT_IMAGES, ...(kubeconfig !== undefined && { KUBECONFIG: kubeconfig }) } },
    );
    const lines = existsSync(output) ? readFileSync(output, 'utf8').split('\n') : [];
    return { status, loaded: lines.filter((line) => line.includes('client-node')) };
  }
});

/** Returns a module that writes the name of every module that is loaded from then on. */
function tracer(output: string): string {
  return `const { appendFileSync } = require('node:fs');
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  appendFileSync(${JSON.stringify(output)}, request + '\\n');
  return load.call(this, request, ...rest);
};`;
}

/** Returns the npm packages whose modules esbuild finds from an entry, through lazy imports too. */
async function packagesOf(entry: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
  const names = Object.keys(metafile.inputs).map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

function clientPackages(packages: ReadonlySet<string>): readonly string[] {
  return CLIENT_NODE.filter((name) => packages.has(name));
}

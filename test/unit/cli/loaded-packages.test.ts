import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { buildCommand, DEFAULT_IMAGES, ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** The packages that only @kubernetes/client-node requires, and itself. */
const BUNDLED = ['@kubernetes/client-node', 'node-fetch', 'jsonpath-plus', 'openid-client'];
const CLIENT_NODE = [...BUNDLED, 'form-data'];

const COMMAND = 'src/cli/main.ts';
const STEPS = ['prepare', 'completion', 'resource'];
/** One build of all entries parses each module once. */
const ENTRIES = [COMMAND, ...STEPS.map((step) => `src/steps/${step}/main.ts`)];

const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: none
contexts: [{ name: none, context: { cluster: none, user: none } }]
clusters: [{ name: none, cluster: { server: 'http://127.0.0.1:1' } }]
users: [{ name: none, user: { token: some-token } }]
`;

type Modules = Metafile['inputs'];

describe('packages of separate files', () => {
  const workspace = makeWorkspace();
  let modules: Modules;
  before(async () => {
    buildCommand();
    modules = await modulesFrom(ENTRIES);
  });
  after(() => workspace.remove());

  for (const step of STEPS) {
    it(`are not in the program of the step ${step}`, () => {
      const packages = packagesOf(`src/steps/${step}/main.ts`, modules);
      // Google's library of the step resource also requires node-fetch.
      expect([...packages].filter((name) => name === '@kubernetes/client-node')).to.deep.equal([]);
      expect([...packages].filter(isOpenTelemetry)).to.deep.equal([]);
    });
  }

  it("of Google's library are loaded by the step resource only for a bucket", () => {
    const entry = 'src/steps/resource/main.ts';
    expect([...packagesOf(entry, modules)]).to.include('@google-cloud/storage');
    const atStart = [...staticallyImported(entry, modules)];
    expect(atStart.filter((file) => /@google-cloud|google-auth|node-fetch/.test(file))).to.deep.equal([]);
  });

  it('are found in the command, whose controller reads kubeconfigs', () => {
    expect(clientPackages(packagesOf(COMMAND, modules))).to.have.members(BUNDLED);
    expect([...packagesOf(COMMAND, modules)].filter(isOpenTelemetry)).to.include('@opentelemetry/sdk-trace-base');
  });

  it('and code of other commands are in no chunk that a command loads at its start', () => {
    const atStart = [...staticallyImported(COMMAND, modules)];
    expect(atStart).to.include('src/cli/program.ts');
    expect(
      atStart.filter((file) => /^src\/(?:clients\/(?:kube|registry)|controller|insight)\//.test(file)),
    ).to.deep.equal([]);
    expect(atStart.filter((file) => /^src\/cli\/[^/]+\/run\.ts$/.test(file))).to.deep.equal([]);
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
    const { loaded } = loadedBy(['logs', 'some-build'], { KUBECONFIG: path.join(workspace.path, 'kubeconfig') });
    expect(loaded.join()).to.contain('client-node').and.not.contain('build-tracer');
  });

  it('of OpenTelemetry are loaded only by a controller that exports traces', () => {
    const environment = { KUBECONFIG: '/dev/null', METRICS_PORT: '0' };
    expect(loadedBy(['controller'], environment).loaded.join()).to.not.contain('build-tracer');
    const exporting = { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    expect(loadedBy(['controller'], exporting).loaded.join()).to.contain('build-tracer');
  });

  /** Runs the bundled command. Returns the separate files that were loaded. */
  function loadedBy(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): { status: number | null; loaded: readonly string[] } {
    const [trace, output] = ['trace.cjs', 'loaded'].map((name) => path.join(workspace.path, name));
    if (trace === undefined || output === undefined) throw new Error('no paths');
    writeFileSync(trace, tracer(output));
    const { status } = spawnSync(
      process.execPath,
      ['--require', trace, path.join(ROOT, 'dist/bundle/taskpack.cjs'), ...args],
      { cwd: ROOT, env: { ...DEFAULT_IMAGES, ...environment } },
    );
    const lines = existsSync(output) ? readFileSync(output, 'utf8').split('\n') : [];
    rmSync(output, { force: true });
    return { status, loaded: lines.filter((line) => /client-node|build-tracer/.test(line)) };
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

/** Returns the modules that esbuild finds from the entries, through lazy imports too. */
async function modulesFrom(entryPoints: readonly string[]): Promise<Modules> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entryPoints],
    outdir: 'dist/unwritten',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
    loader: { '.yaml': 'text' },
    // scripts/esbuild.mjs writes this module.
    external: ['taskpack-dashboard-page'],
  });
  return metafile.inputs;
}

/** Returns the npm packages of the modules that an entry imports, through other modules too. */
function packagesOf(entry: string, modules: Modules): ReadonlySet<string> {
  if (!(entry in modules)) throw new Error(`esbuild found no ${entry}`);
  const reached = new Set([entry]);
  // A set's iterator also visits the items that are added meanwhile.
  for (const file of reached) modules[file]?.imports.forEach(({ path: imported }) => reached.add(imported));
  const names = [...reached].map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

/** Returns the modules that an entry imports when it starts. The others are loaded on first use. */
function staticallyImported(entry: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const file of reached)
    for (const { path: imported, kind } of modules[file]?.imports ?? [])
      if (kind !== 'dynamic-import') reached.add(imported);
  return reached;
}

function isOpenTelemetry(name: string): boolean {
  return name.startsWith('@opentelemetry/');
}

function clientPackages(packages: ReadonlySet<string>): readonly string[] {
  return CLIENT_NODE.filter((name) => packages.has(name));
}

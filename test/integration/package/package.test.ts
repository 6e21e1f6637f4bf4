import { expect } from 'chai';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_IMAGES, ROOT, runCommand, type Outcome } from '../../support/command.ts';
import { SAMPLE } from '../../support/sample.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { startNpmRegistry, type NpmRegistry } from './npm-registry.ts';

/** A program that uses the library's types and functions. */
const CONSUMER = `
import { formatProblem, formatYaml, hasErrors, parseYaml, translate, translateOptions } from 'taskpack';
import type { Manifest, Problem, SourceDocument, TranslateOptions } from 'taskpack';

declare const process: { exitCode: number };
declare const console: { log(text: string): void };

const documents: readonly SourceDocument[] = TEXTS.flatMap((text) => parseYaml(text, 'input').documents);
const options: TranslateOptions = translateOptions({ to: 'pod' });
const { manifests, problems } = translate(documents, options);
const lines: readonly string[] = problems.map((problem: Problem) => formatProblem(problem));
if (hasErrors(problems)) process.exitCode = 1;
console.log([...lines, ...Array.from(manifests, (manifest: Manifest) => formatYaml(manifest))].join('\\n'));
`;

/**
 * Packs taskpack and installs the tarball into an empty folder. Needs no network, but builds the command and the library and
 * runs npm and tsc, which is too slow for `npm test`.
 */
describe('the npm package', function () {
  this.timeout(300_000);
  let workspace: Workspace;
  let registry: NpmRegistry;
  let tarball = '';
  before(async () => {
    workspace = makeWorkspace();
    registry = await startNpmRegistry(workspace.path);
    tarball = packed(workspace.path);
    workspace.write({
      'consumer/package.json': '{"type": "module"}',
      ...Object.fromEntries(
        ['consumer.ts', 'consumer.cts'].map((file) => [
          `consumer/${file}`,
          `const TEXTS = ${JSON.stringify([SAMPLE.build, SAMPLE.facts])};\n${CONSUMER}`,
        ]),
      ),
    });
    await install(tarball, consumer(), registry);
  });
  after(() => {
    registry.stop();
    workspace.remove();
  });

  const consumer = (...names: string[]): string => path.join(workspace.path, 'consumer', ...names);
  const taskpack = (...args: string[]): Outcome => run(consumer('node_modules/.bin/taskpack'), args);

  /** Runs a program in an environment that names no home, no cluster and no credentials. */
  function run(program: string, args: readonly string[]): Outcome {
    const env = { PATH: process.env['PATH'], ...DEFAULT_IMAGES, KUBECONFIG: consumer('no-kubeconfig') };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: consumer(), env, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  /** Runs the command with another content of the cache, and brings the content back. */
  function withCache(change: (content: Buffer, file: string) => void): Pick<Outcome, 'status' | 'stderr'> {
    const file = cacheFileIn(consumer('node_modules/taskpack/dist/bundle'));
    const content = readFileSync(file);
    try {
      change(Buffer.from(content), file);
      const { status, stderr } = taskpack('version');
      return { status, stderr };
    } finally {
      writeFileSync(file, content);
    }
  }

  it('holds the command, the library, manifests, Tasks and docs, but no image and no entrypoint', () => {
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    expect(new Set(files.map(topOf))).to.deep.equal(
      new Set([
        'package/CHANGELOG.md',
        'package/LICENSE',
        'package/README.md',
        'package/config',
        'package/dist/bundle',
        'package/dist/src',
        'package/dist/translators',
        'package/docs',
        'package/package.json',
        'package/tasks',
      ]),
    );
  });

  it('brings only the packages that the library imports', () => {
    const installed = readdirSync(consumer('node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).to.deep.equal(['argparse', 'js-yaml', 'semver', 'taskpack', 'zod']);
  });

  it('lets CommonJS programs require the library and the package.json', () => {
    const program = `const { translate } = require('taskpack');
      console.log(typeof translate, require('taskpack/package.json').name);`;
    const { status, stdout } = run(process.execPath, ['--no-warnings', '--input-type=commonjs', '--eval', program]);
    expect({ status, stdout }).to.deep.equal({ status: 0, stdout: 'function taskpack\n' });
  });

  it('runs the command', () => {
    workspace.write({ 'consumer/build.yaml': SAMPLE.build, 'consumer/facts.yaml': SAMPLE.facts });
    const args = ['translate', '-f', consumer('build.yaml'), '-f', consumer('facts.yaml')];
    expect(taskpack(...args)).to.deep.equal(runCommand(args));
  });

  it('runs commands whose packages are only in the bundle', () => {
    const unreachable = '127.0.0.1:1';
    const kubeconfig = kubeconfigOf(`https://${unreachable}`);
    workspace.write({ 'consumer/kubeconfig': kubeconfig });
    const cluster = ['--kubeconfig', consumer('kubeconfig')];
    const failures = [
      taskpack('inspect', `${unreachable}/image`, '--insecure-registry', unreachable),
      taskpack('install', '--check', ...cluster),
      taskpack('controller', ...cluster),
    ];
    for (const { status, stderr } of failures) {
      expect(stderr).to.include(unreachable).and.not.include('Cannot find module');
      expect(status).to.equal(1);
    }
  });

  describe('without a usable compile cache', () => {
    const works = { status: 0, stderr: '' };

    it('runs if the file is deleted', () => {
      expect(withCache((_, file) => rmSync(file))).to.deep.equal(works);
    });

    for (const length of [0, 3, 100_000]) {
      it(`runs if the file is truncated to ${length} bytes`, () => {
        const outcome = withCache((content, file) => writeFileSync(file, content.subarray(0, length)));
        expect(outcome).to.deep.equal(works);
      });
    }

    it('runs if another version of Node wrote the file', () => {
      const outcome = withCache((content, file) => {
        // The second word of V8's header is a hash of its version (v8, src/snapshot/code-serializer.h).
        content.writeUInt32LE((content.readUInt32LE(4) ^ 1) >>> 0, 4);
        writeFileSync(file, content);
      });
      expect(outcome).to.deep.equal(works);
    });
  });

  for (const [kind, file] of [
    ['an ECMAScript module', 'consumer.ts'],
    ['a CommonJS module', 'consumer.cts'],
  ] as const) {
    it(`type-checks and runs ${kind} that uses the library`, () => {
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        target: 'ES2023',
        module: 'NodeNext',
        types: [],
      };
      workspace.write({ 'consumer/tsconfig.json': JSON.stringify({ compilerOptions: options, files: [file] }) });
      const types = run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc')]);
      expect(types).to.deep.equal({ status: 0, stdout: '', stderr: '' });
      const program = file.replace('ts', 'js');
      const { status, stdout, stderr } = run(process.execPath, ['--no-warnings', program]);
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout).to.include('kind: Pod');
    });
  }
});

/** Packs the checkout while dist/ holds what builds of images leave there, and returns the tarball. */
function packed(folder: string): string {
  const leftovers = ['images', 'entrypoint', 'anything'].map((name) => path.join(ROOT, 'dist', name, 'package-test'));
  try {
    for (const leftover of leftovers) {
      mkdirSync(path.dirname(leftover), { recursive: true });
      writeFileSync(leftover, '');
    }
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' });
  } finally {
    for (const leftover of leftovers) rmSync(leftover, { force: true });
  }
  const [file] = readdirSync(folder).filter((name) => /^taskpack-.*\.tgz$/.test(name));
  return path.join(folder, file ?? 'no-tarball');
}

async function install(tarball: string, cwd: string, { url }: NpmRegistry): Promise<void> {
  const settings = { registry: url, cache: path.join(cwd, '../npm-cache'), userconfig: path.join(cwd, '../npmrc') };
  const flags = Object.entries({ ...settings, audit: false, fund: false }).map(([name, value]) => `--${name}=${value}`);
  await promisify(execFile)('npm', ['install', tarball, ...flags], { cwd });
}

function cacheFileIn(bundle: string): string {
  return path.join(bundle, readdirSync(bundle).find((name) => name.endsWith('.cache')) ?? 'no.cache');
}

function topOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('package/dist/') ? 3 : 2)
    .join('/');
}

function kubeconfigOf(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'any',
    ...named('cluster', { server }),
    ...named('context', { cluster: 'any', user: 'any' }),
    ...named('user', {}),
  });
}

function named(kind: string, content: object): object {
  return { [`${kind}s`]: [{ name: 'any', [kind]: content }] };
}

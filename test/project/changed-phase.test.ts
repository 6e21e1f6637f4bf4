import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseYaml } from '../../src/core/yaml/parse-yaml.ts';
import { DEFAULT_IMAGES, ROOT } from '../support/command.ts';

/** The files that the command and the Tasks are built from. */
const PARTS = [
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src',
  'translators',
  'scripts',
  'config',
  'tasks',
  'docs',
  'test/versions.json',
];

const BUILD = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];
const REBASE = ['prepare', 'rebase', 'completion'];

/** The operations whose phases translators/phases defines. */
const OPERATIONS = {
  build: { phases: BUILD, task: 'buildpacks', input: 'config/samples', options: [] },
  rebase: { phases: REBASE, task: 'buildpacks-rebase', input: 'rebase.yaml', options: ['--now', '0'] },
};

const WORKLOADS: Readonly<Record<string, readonly string[]>> = {
  TaskRun: ['--to', 'taskrun'],
  'Pod of init containers': ['--to', 'pod', '--layout', 'init'],
  'Pod of containers': ['--to', 'pod', '--layout', 'containers', '--no-sidecars'],
};

describe('a changed phase', function () {
  this.timeout(120_000);
  let project: string;

  before(() => {
    project = mkdtempSync(path.join(tmpdir(), 'taskpack-changed-'));
    for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(project, part), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'));
    cpSync(path.join(ROOT, 'test/golden/rebase/input.yaml'), path.join(project, 'rebase.yaml'));
    for (const file of ['lifecycle-phases.ts', 'export-phase.ts', 'taskpack-phases.ts']) {
      changeCommands(path.join(project, 'translators/phases', file));
    }
    run('scripts/generate.mjs');
    run('scripts/bundle.mjs');
  });
  after(() => rmSync(project, { recursive: true, force: true }));

  for (const [operation, { phases, task, input, options }] of Object.entries(OPERATIONS)) {
    it(`changes the Task of a ${operation}`, () => {
      expect(changedIn(readFileSync(path.join(project, 'tasks', task, `${task}.yaml`), 'utf8'))).to.deep.equal(phases);
    });

    for (const [workload, choices] of Object.entries(WORKLOADS)) {
      it(`changes the ${workload} of a ${operation}`, () => {
        const args = ['translate', '--offline', '-f', input, ...choices, ...options];
        expect(changedIn(run('dist/bundle/taskpack.cjs', ...args))).to.deep.equal(phases);
      });
    }
  }

  function run(...args: readonly string[]): string {
    const env = { ...process.env, ...DEFAULT_IMAGES };
    return execFileSync(process.execPath, args, {
      cwd: project,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }
});

/** Makes every phase of a source file run a program of another name. */
function changeCommands(file: string): void {
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(/^( +command: )(.*),$/gm, '$1`${$2}-changed`,');
  expect(changed, file).not.to.equal(text);
  writeFileSync(file, changed);
}

interface Container {
  readonly name: string;
}

/** Returns the phases whose command was changed. */
function changedIn(yaml: string): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { name } = value as Partial<Container>;
    if (name !== undefined && 'image' in value && JSON.stringify(value).includes('-changed')) found.push(name);
    else Object.values(value).forEach(look);
  };
  parseYaml(yaml, 'output').documents.forEach(({ value }) => look(value));
  return found;
}

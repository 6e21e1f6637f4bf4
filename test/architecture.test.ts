import { expect } from 'chai';
import path from 'node:path';
import { importCycles } from './support/architecture/cycles.ts';
import {
  defaultExports,
  forbiddenUses,
  namedNamespaces,
  vagueNames,
  type Reserved,
} from './support/architecture/house-rules.ts';
import { forbiddenImports, type Row } from './support/architecture/import-rules.ts';
import { projectFiles } from './support/architecture/project-files.ts';
import { readModule } from './support/architecture/read-module.ts';

const ABOVE_CONTROLLERS = [
  'model',
  'api',
  'yaml',
  'resolver',
  'buildpacks',
  'builders',
  'inspection',
  'kube',
  'mask',
  'runtime',
  'translate',
  'settings',
];

/** The import table: who may import whom. A folder that is not here is not part of the design. */
const TABLE: readonly Row[] = [
  { folder: 'src/model', ours: [], others: ['semver'] },
  { folder: 'src/api', ours: ['src/model'], others: ['zod'] },
  { folder: 'src/yaml', ours: ['src/model'], others: ['js-yaml'] },
  { folder: 'src/resolver', ours: ['src/model', 'src/api'] },
  { folder: 'src/buildpacks', ours: ['src/model', 'src/api'], others: ['semver'] },
  { folder: 'src/builders', ours: ['src/model', 'src/api', 'src/buildpacks', 'src/registry'], others: ['zod'] },
  { folder: 'translators/phases', ours: ['src/model'] },
  { folder: 'translators/tekton', ours: ['src/model', 'translators/phases'], types: ['src/api'] },
  { folder: 'translators/native', ours: ['src/model', 'translators/phases'], types: ['src/api'] },
  { folder: 'translators/old-tekton', ours: ['src/model', 'translators/phases'], types: ['src/api'] },
  { folder: 'src/translate', ours: ['src/model', 'src/api', 'src/resolver', 'translators'] },
  { folder: 'src/settings', ours: ['src/model'], others: ['zod'] },
  { folder: 'src/inspection', ours: ['src/model', 'src/api'], others: ['zod'] },
  { folder: 'src/*', ours: ['src/model', 'src/api', 'src/yaml', 'src/settings', 'src/translate'] },
  { folder: 'src/http', ours: [], others: ['undici', 'p-retry', 'node:*'] },
  { folder: 'src/programs', ours: [], others: ['node:*'] },
  {
    folder: 'src/registry',
    ours: ['src/model', 'src/http', 'src/programs'],
    others: ['undici', 'tar-stream', 'node:*'],
  },
  {
    folder: 'src/kube',
    ours: ['src/model', 'src/http', 'src/programs'],
    others: ['@kubernetes/client-node', 'undici', 'node:*'],
  },
  { folder: 'src/runtime', ours: [], others: ['node:*'] },
  {
    folder: 'src/controllers',
    ours: [
      ...ABOVE_CONTROLLERS.map((name) => `src/${name}`),
      'translators',
      'src/registry/client/registry-error.ts',
      'src/registry-access/still-asking.ts',
    ],
    types: ['src/registry', 'src/registry-access', 'src/logs'],
    others: ['node:*'],
  },
  {
    folder: 'src/steps',
    ours: ['src/model', 'src/http', 'src/registry', 'src/settings', 'src/yaml', 'src/resolver', 'src/inspection'],
    others: [
      'fzstd',
      'ignore',
      'smol-toml',
      'tar-stream',
      'unbzip2-stream',
      'undici',
      'xz-decompress',
      'yauzl',
      'node:*',
    ],
  },
  {
    folder: 'src/registry-access',
    ours: ['src/model', 'src/api', 'src/kube', 'src/registry', 'src/inspection'],
    others: ['node:*'],
  },
  {
    folder: 'src/observability',
    ours: ['src/model', 'src/runtime'],
    others: ['pino', 'prom-client', 'undici', 'node:*'],
  },
  { folder: 'src/tekton-bundle', ours: ['src/model', 'src/registry', 'src/yaml'] },
  { folder: 'src/install', ours: ['src/model', 'src/api', 'src/kube'] },
  { folder: 'src/mask', ours: ['src/model'] },
  {
    folder: 'src/logs',
    ours: ['src/model', 'src/mask', 'src/kube/kube-error.ts'],
    types: ['src/kube'],
    others: ['node:*'],
  },
  { folder: 'src/cli', ours: 'all', others: ['commander', 'zod', 'node:*'] },
];

/** The outside world, and who may touch it. */
const RESERVED: Reserved = {
  'process.env': [
    'src/cli',
    'src/settings',
    'src/steps/completion/main.ts',
    'src/steps/prepare/main.ts',
    'src/steps/resource/main.ts',
  ],
  'process.argv': [
    'src/cli/main.ts',
    'src/steps/completion/main.ts',
    'src/steps/prepare/main.ts',
    'src/steps/resource/main.ts',
  ],
  'process.exit': ['src/cli/main.ts'],
  'process.exitCode': [
    'src/cli/main.ts',
    'src/steps/completion/main.ts',
    'src/steps/prepare/main.ts',
    'src/steps/resource/main.ts',
  ],
  'Date.now': ['src/cli', 'src/settings', 'src/steps/completion/main.ts', 'src/steps/prepare/main.ts'],
  'new Date()': ['src/cli', 'src/settings'],
  'Math.random': ['src/cli', 'src/settings', 'src/steps/completion/main.ts', 'src/steps/prepare/main.ts'],
};

const ROOT = path.join(import.meta.dirname, '..');
const SOURCES = projectFiles(ROOT, ['src', 'translators']).map(([file, text]) => readModule(file, text));
const TESTS = projectFiles(ROOT, ['test']).map(([file, text]) => readModule(file, text));

describe('architecture', () => {
  it('has sources to hold against the rules', () => {
    expect(SOURCES.length).to.be.greaterThan(50);
  });

  it('imports what the table allows', () => {
    expect(forbiddenImports(SOURCES, TABLE)).to.deep.equal([]);
  });

  it('has no import cycles', () => {
    expect(importCycles([...SOURCES, ...TESTS])).to.deep.equal([]);
  });

  it('is handed the environment, the time and chance', () => {
    expect(forbiddenUses(SOURCES, RESERVED)).to.deep.equal([]);
  });

  it('names files for what is in them', () => {
    expect(vagueNames([...SOURCES, ...TESTS])).to.deep.equal([]);
  });

  it('exports by name', () => {
    expect(defaultExports([...SOURCES, ...TESTS])).to.deep.equal([]);
  });

  it('imports zod as a namespace', () => {
    expect(namedNamespaces([...SOURCES, ...TESTS])).to.deep.equal([]);
  });
});

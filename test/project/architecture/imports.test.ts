import { expect } from 'chai';
import { folderCycles, importCycles } from '../../support/architecture/cycles.ts';
import {
  defaultExports,
  forbiddenUses,
  namedNamespaces,
  vagueNames,
  type Reserved,
} from '../../support/architecture/house-rules.ts';
import { forbiddenImports, type Row } from '../../support/architecture/import-rules.ts';
import { projectFiles } from '../../support/architecture/project-files.ts';
import { ROOT, SOURCES } from '../../support/architecture/project-sources.ts';
import { readModule } from '../../support/architecture/read-module.ts';

const IMPORTED_BY_CONTROLLERS = [
  'model',
  'api',
  'yaml',
  'resolver',
  'buildpacks',
  'builders',
  'images',
  'build-queue',
  'inspection',
  'kube',
  'mask',
  'runtime',
  'translate',
  'settings',
  'network',
];

const CONTROLLER_IMPORTS = [
  ...IMPORTED_BY_CONTROLLERS.map((name) => `src/${name}`),
  'translators',
  'src/registry/client/error-class.ts',
  'src/registry/client/registry-error.ts',
  'src/registry-access/lookup-timeout.ts',
  'src/git-references/repository-id.ts',
  'src/git-references/revision.ts',
  'src/git-references/trees.ts',
];

const CONTROLLERS: Row = {
  folder: 'src/controllers',
  folders: [...CONTROLLER_IMPORTS, 'src/controllers'],
  typesOf: [
    'src/registry',
    'src/registry-access',
    'src/git-access',
    'src/git-references',
    'src/source-versions',
    'src/logs',
  ],
  packages: ['node:*'],
};

/** The folders that all controllers share. */
const SHARED_BY_CONTROLLERS = [
  'event-reasons',
  'events',
  'object-cache',
  'readable-cache',
  'registry-failure',
  'status',
].map((name) => `src/controllers/${name}.ts`);

/** The folders of the Build controller, from the bottom to the top. Each may import those before it. */
const BUILDS = 'src/controllers/builds';
const BUILD_LAYERS = ['failure', 'status', 'cache', 'state-between-reconciles', 'start', 'observe', 'decide', 'apply'];
const BUILD_ROWS = BUILD_LAYERS.map((name, index): Row => {
  const siblings = ['build-context.ts', ...BUILD_LAYERS.slice(0, index)];
  const ownFolders = [
    ...SHARED_BY_CONTROLLERS,
    'src/controllers/builders',
    ...siblings.map((file) => `${BUILDS}/${file}`),
  ];
  return { ...CONTROLLERS, folder: `${BUILDS}/${name}`, folders: [...CONTROLLER_IMPORTS, ...ownFolders] };
});

/** The import table lists what each folder may import. Every source folder has a row. */
const TABLE: readonly Row[] = [
  { folder: 'src/model', folders: [], packages: ['semver'] },
  { folder: 'src/api', folders: ['src/model'], packages: ['zod'] },
  { folder: 'src/yaml', folders: ['src/model'], packages: ['js-yaml'] },
  { folder: 'src/resolver', folders: ['src/model', 'src/api'] },
  { folder: 'src/images', folders: ['src/model', 'src/api'], typesOf: ['src/build-queue'] },
  { folder: 'src/build-queue', folders: [] },
  { folder: 'src/buildpacks', folders: ['src/model', 'src/api'], packages: ['semver'] },
  {
    folder: 'src/builders',
    folders: ['src/model', 'src/api', 'src/buildpacks', 'src/registry', 'src/signing'],
    packages: ['zod'],
  },
  { folder: 'translators/phases', folders: ['src/model'] },
  { folder: 'translators/tekton', folders: ['src/model', 'translators/phases'], typesOf: ['src/api'] },
  { folder: 'translators/native', folders: ['src/model', 'translators/phases'], typesOf: ['src/api'] },
  {
    folder: 'translators/*',
    folders: ['src/model', 'translators/phases', 'translators/native', 'translators/tekton'],
  },
  {
    folder: 'translators/progress',
    folders: ['src/model', 'translators/phases', 'translators/native', 'translators/tekton'],
  },
  { folder: 'translators/old-tekton', folders: ['src/model', 'translators/phases'], typesOf: ['src/api'] },
  { folder: 'src/network', folders: ['src/model', 'src/http/certificates.ts', 'src/http/proxy-url.ts'] },
  {
    folder: 'src/translate',
    folders: ['src/model', 'src/api', 'src/network', 'src/resolver', 'src/images', 'translators'],
  },
  { folder: 'src/settings', folders: ['src/model'], packages: ['zod'] },
  { folder: 'src/inspection', folders: ['src/model', 'src/api'], packages: ['zod'] },
  { folder: 'src/*', folders: ['src/model', 'src/api', 'src/yaml', 'src/settings', 'src/translate'] },
  { folder: 'src/http', folders: ['src/model', 'src/runtime'], packages: ['undici', 'p-retry', 'node:*'] },
  { folder: 'src/programs', folders: [], packages: ['node:*'] },
  {
    folder: 'src/registry',
    folders: ['src/model', 'src/http', 'src/programs', 'src/runtime'],
    packages: ['undici', 'node:*'],
  },
  {
    folder: 'src/signing',
    folders: ['src/model', 'src/registry'],
    packages: ['@noble/ciphers', 'node:*'],
  },
  {
    folder: 'src/kube',
    folders: ['src/model', 'src/http', 'src/programs', 'src/runtime'],
    packages: ['@kubernetes/client-node', 'undici', 'node:*'],
  },
  { folder: 'src/local-source', folders: ['src/model', 'src/registry'], packages: ['node:*'] },
  { folder: 'src/runtime', folders: [], packages: ['node:*'] },
  ...BUILD_ROWS,
  CONTROLLERS,
  {
    folder: 'src/steps',
    folders: [
      'src/model',
      'src/http',
      'src/registry',
      'src/signing',
      'src/runtime',
      'src/settings',
      'src/yaml',
      'src/resolver',
      'src/inspection',
    ],
    packages: [
      '@google-cloud/storage',
      'aws4fetch',
      'fzstd',
      'ignore',
      'smol-toml',
      'unbzip2-stream',
      'undici',
      'xz-decompress',
      'node:*',
    ],
  },
  {
    folder: 'src/registry-access',
    folders: ['src/model', 'src/api', 'src/kube', 'src/registry', 'src/signing', 'src/runtime', 'src/inspection'],
    packages: ['lru-cache', 'node:*'],
  },
  { folder: 'src/polling', folders: ['src/runtime'], packages: ['node:*'] },
  {
    folder: 'src/webhooks',
    folders: [
      'src/model',
      'src/kube',
      'src/runtime',
      'src/observability/connection-limits.ts',
      'src/git-references/repository-id.ts',
    ],
    packages: ['node:*'],
  },
  {
    folder: 'src/git-references',
    folders: ['src/model', 'src/http', 'src/steps/prepare/git', 'src/steps/step-error.ts'],
    typesOf: ['src/polling/poll-topic.ts'],
    packages: ['undici', 'node:*'],
  },
  {
    folder: 'src/git-access',
    folders: [
      'src/model',
      'src/git-references',
      'src/http/redaction.ts',
      'src/polling',
      'src/registry-access',
      'src/resolver/git-server.ts',
      'src/steps/prepare/git',
    ],
    typesOf: ['src/http', 'src/kube', 'src/runtime'],
    packages: ['node:*'],
  },
  {
    folder: 'src/source-versions',
    folders: [
      'src/model',
      'src/http',
      'src/polling',
      'src/registry-access',
      'src/registry/client',
      'src/resolver/blob-server.ts',
      'src/steps/prepare/blob',
      'src/steps/prepare/request.ts',
      'src/steps/registry-failure.ts',
      'src/steps/step-error.ts',
    ],
    typesOf: ['src/kube'],
    packages: ['undici', 'node:*'],
  },
  {
    folder: 'src/observability',
    folders: ['src/model', 'src/runtime'],
    packages: ['pino', 'prom-client', 'undici', 'node:*'],
  },
  {
    folder: 'src/tracing',
    folders: ['src/model', 'src/views'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
      'node:crypto',
    ],
  },
  { folder: 'src/tekton-bundle', folders: ['src/model', 'src/registry', 'src/yaml'] },
  { folder: 'src/install', folders: ['src/model', 'src/api', 'src/kube', 'src/yaml', 'config'] },
  {
    folder: 'src/helm',
    folders: ['src/model', 'src/api/crds/manifests.ts', 'src/install', 'src/settings', 'src/yaml'],
    packages: ['zod'],
  },
  { folder: 'src/report', folders: ['src/model', 'src/views'], packages: ['node:crypto', 'node:util'] },
  {
    folder: 'src/dashboard/page',
    folders: ['src/views', 'src/report/markup.ts', 'src/report/sections', 'src/dashboard/row.ts'],
    typesOf: ['src/dashboard/messages.ts'],
    packages: ['preact'],
  },
  {
    folder: 'src/dashboard/server',
    folders: ['src/report', 'src/dashboard/style.ts'],
    packages: ['node:*'],
  },
  { folder: 'src/dashboard', folders: ['src/views'] },
  {
    folder: 'src/doctor',
    folders: ['src/model', 'src/install', 'src/views', 'src/network', 'src/http/certificates.ts', 'translators'],
    packages: ['semver'],
  },
  { folder: 'src/mask', folders: ['src/model'], packages: ['node:timers/promises'] },
  {
    folder: 'src/logs',
    folders: ['src/model', 'src/mask', 'src/kube/kube-error.ts', 'translators/progress'],
    typesOf: ['src/kube'],
    packages: ['node:*'],
  },
  {
    folder: 'src/views',
    folders: [
      'src/model',
      'src/yaml',
      'translators/progress',
      'translators/phases/workload-metadata.ts',
      'translators/tekton/tekton-pod.ts',
    ],
    typesOf: ['src/images', 'src/buildpacks', 'src/builders'],
    packages: ['diff'],
  },
  { folder: 'src/cli', folders: 'all', packages: ['commander', 'taskpack-dashboard-page', 'zod', 'node:*'] },
];

/** The files that may use the environment, the clock and randomness. Every other file takes them as arguments. */
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
  'Date.now': ['src/cli', 'src/dashboard/page', 'src/settings', 'src/runtime/clock.ts'],
  'new Date()': ['src/cli', 'src/settings'],
  'Math.random': ['src/cli', 'src/settings', 'src/steps/completion/main.ts', 'src/steps/prepare/main.ts'],
  // Parsed flags are one named value: a flag such as --now would overwrite a clock of the same name.
  '...flags': [],
};

const TESTS = projectFiles(ROOT, ['test']).map(([file, text]) => readModule(file, text));

/** True for a file of the test bed. The list of Debian packages is data, which every test may read. */
function isOfBed(target: string): boolean {
  return target.startsWith('test/cluster/') && target !== 'test/cluster/test-packages.ts';
}

describe('architecture', () => {
  it('finds the sources', () => {
    expect(SOURCES.length).to.be.greaterThan(50);
  });

  it('imports only what the table allows', () => {
    expect(forbiddenImports(SOURCES, TABLE)).to.deep.equal([]);
  });

  it('runs npm test with Node alone: its tests import no shell, and nothing of the test bed', () => {
    const suites = TESTS.filter(({ path: file }) => /^test\/(?:fuzz|golden|project|unit)\//.test(file));
    const imports = suites.flatMap(({ path: file, imports: found }) =>
      found.map((imported) => ({ file, ...imported })),
    );
    expect(imports.length).to.be.greaterThan(1_000);
    const forbidden = imports.filter(({ target, names }) => isOfBed(target) || names.includes('runShell'));
    expect(forbidden.map(({ file, target }) => `${file} imports ${target}`)).to.deep.equal([]);
  });

  it('has no import cycles', () => {
    expect(importCycles([...SOURCES, ...TESTS])).to.deep.equal([]);
  });

  it('has no cycles between the folders of the steps', () => {
    const steps = SOURCES.filter(({ path: file }) => file.startsWith('src/steps/'));
    expect(folderCycles(steps)).to.deep.equal([]);
  });

  it('takes the environment, the time and randomness as arguments', () => {
    expect(forbiddenUses(SOURCES, RESERVED)).to.deep.equal([]);
  });

  it('has no file with a vague name', () => {
    expect(vagueNames([...SOURCES, ...TESTS])).to.deep.equal([]);
  });

  it('has no default exports', () => {
    expect(defaultExports([...SOURCES, ...TESTS])).to.deep.equal([]);
  });

  it('imports zod as a namespace', () => {
    expect(namedNamespaces([...SOURCES, ...TESTS])).to.deep.equal([]);
  });
});

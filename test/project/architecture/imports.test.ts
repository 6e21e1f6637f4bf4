import { expect } from 'chai';
import { folderCycles, importCycles } from '../../support/architecture/cycles.ts';
import {
  defaultExports,
  forbiddenUses,
  namedNamespaces,
  vagueNames,
  type Reserved,
} from '../../support/architecture/house-rules.ts';
import { forbiddenImports, unneededPermissions, type Row } from '../../support/architecture/import-rules.ts';
import { projectFiles } from '../../support/architecture/project-files.ts';
import { ROOT, SOURCES } from '../../support/architecture/project-sources.ts';
import { readModule } from '../../support/architecture/read-module.ts';

const IMPORTED_BY_CONTROLLERS = [
  'core/model',
  'core/api',
  'core/resolver',
  'core/buildpacks',
  'core/builders',
  'core/images',
  'core/build-queue',
  'core/inspection',
  'clients/kube',
  'core/mask',
  'core/runtime',
  'core/translate',
  'core/settings',
  'core/network',
];

const CONTROLLER_IMPORTS = [
  ...IMPORTED_BY_CONTROLLERS.map((name) => `src/${name}`),
  'translators',
  'src/clients/registry/client/error-class.ts',
  'src/clients/registry/client/registry-error.ts',
  'src/clients/git/references/repository-id.ts',
  'src/clients/git/references/revision.ts',
  'src/clients/git/references/trees.ts',
  // Tekton's ConfigMaps contain YAML.
  'src/core/yaml/parse-yaml.ts',
];

const CONTROLLERS: Row = {
  folder: 'src/controller',
  name: 'src/controller',
  folders: [...CONTROLLER_IMPORTS, 'src/controller'],
  typesOf: ['src/controller/registry-access'],
  packages: ['node:*'],
};

/** The files of src/controller/kit that the folders of the Build controller may import. */
const SHARED_BY_CONTROLLERS = [
  'event-reasons',
  'expectations',
  'identity',
  'object-cache',
  'registry-failure',
  'status',
].map((name) => `src/controller/kit/${name}.ts`);

/** The folders of the Build controller, from the bottom to the top. Each may import those before it. */
const BUILDS = 'src/controller/builds';
const BUILD_LAYERS = ['failure', 'status', 'cache', 'state-between-reconciles', 'start', 'observe', 'decide', 'apply'];
const BUILD_ROWS = BUILD_LAYERS.map((name, index): Row => {
  const siblings = ['build-context.ts', ...BUILD_LAYERS.slice(0, index)];
  const ownFolders = [
    ...SHARED_BY_CONTROLLERS,
    'src/controller/builders',
    ...siblings.map((file) => `${BUILDS}/${file}`),
  ];
  return { ...CONTROLLERS, folder: `${BUILDS}/${name}`, folders: [...CONTROLLER_IMPORTS, ...ownFolders] };
});

/** The imports that each folder may have. The first row with a file's folder counts, and every source file has one. */
const TABLE: readonly Row[] = [
  { folder: 'src/core/model', folders: [], packages: ['semver'] },
  { folder: 'src/core/api', folders: ['src/core/model'], packages: ['zod'] },
  { folder: 'src/core/yaml', folders: ['src/core/model'], packages: ['js-yaml'] },
  { folder: 'src/core/resolver', folders: ['src/core/model', 'src/core/api'] },
  { folder: 'src/core/images', folders: ['src/core/model', 'src/core/api'], typesOf: ['src/core/build-queue'] },
  { folder: 'src/core/build-queue', folders: [] },
  { folder: 'src/core/buildpacks', folders: ['src/core/model'], packages: ['semver'] },
  {
    folder: 'src/core/oci',
    folders: ['src/core/model'],
    packages: ['node:crypto', 'node:path', 'node:zlib'],
  },
  {
    folder: 'src/core/builders',
    folders: ['src/core/model', 'src/core/api', 'src/core/buildpacks', 'src/core/oci'],
    packages: ['zod'],
  },
  { folder: 'translators/phases', folders: ['src/core/model'] },
  { folder: 'translators/tekton', folders: ['src/core/model', 'translators/phases'] },
  { folder: 'translators/native', folders: ['src/core/model', 'translators/phases'] },
  {
    folder: 'translators/*',
    folders: ['src/core/model', 'translators/phases', 'translators/native', 'translators/tekton'],
  },
  {
    folder: 'translators/progress',
    folders: ['src/core/model', 'translators/phases', 'translators/native', 'translators/tekton'],
  },
  { folder: 'translators/old-tekton', folders: ['src/core/model', 'translators/phases'], typesOf: ['src/core/api'] },
  {
    folder: 'src/core/network',
    folders: ['src/core/model'],
  },
  {
    folder: 'src/core/translate',
    folders: [
      'src/core/model',
      'src/core/api',
      'src/core/network',
      'src/core/resolver',
      'src/core/images',
      'translators',
    ],
  },
  { folder: 'src/core/settings', folders: ['src/core/model'], packages: ['zod'] },
  { folder: 'src/core/inspection', folders: ['src/core/model', 'src/core/api'], packages: ['zod'] },
  { folder: 'src/*', folders: ['src/core'] },
  {
    folder: 'src/core/*',
    folders: ['src/core/model', 'src/core/settings', 'src/core/translate'],
  },
  {
    folder: 'src/clients/http',
    folders: ['src/core/model', 'src/core/runtime'],
    packages: ['undici', 'p-retry', 'node:*'],
  },
  { folder: 'src/clients/*', folders: ['src/core/model'], packages: ['node:*'] },
  {
    folder: 'src/clients/registry',
    folders: ['src/core/model', 'src/core/oci', 'src/clients/http', 'src/clients/run-program.ts', 'src/core/runtime'],
    packages: ['undici', 'node:*'],
  },
  {
    folder: 'src/clients/signing',
    folders: ['src/core/model', 'src/core/oci', 'src/clients/registry'],
    packages: ['@noble/ciphers', 'node:*'],
  },
  {
    folder: 'src/clients/kube',
    folders: ['src/core/model', 'src/clients/http', 'src/clients/run-program.ts', 'src/core/runtime'],
    packages: ['@kubernetes/client-node', 'undici', 'node:*'],
  },
  {
    folder: 'src/clients/local-source',
    folders: ['src/core/model', 'src/core/oci', 'src/clients/registry'],
    packages: ['node:*'],
  },
  { folder: 'src/core/runtime', folders: [], packages: ['node:*'] },
  ...BUILD_ROWS,
  {
    folder: 'src/steps',
    folders: [
      'src/core/model',
      'src/core/oci',
      'src/clients/git',
      'src/clients/http',
      'src/clients/registry',
      'src/clients/secret-file.ts',
      'src/clients/signing',
      'src/core/runtime',
      'src/core/settings',
      'src/core/yaml',
      'src/core/resolver',
      'src/core/inspection',
    ],
    packages: [
      '@google-cloud/storage',
      'aws4fetch',
      'fzstd',
      'ignore',
      'smol-toml',
      'unbzip2-stream',
      'xz-decompress',
      'node:*',
    ],
  },
  {
    folder: 'src/controller/registry-access',
    folders: [
      'src/core/model',
      'src/core/api',
      'src/clients/kube',
      'src/clients/registry',
      'src/clients/signing',
      'src/core/runtime',
      'src/core/inspection',
    ],
    packages: ['lru-cache', 'node:*'],
  },
  { folder: 'src/controller/sources/polling', folders: ['src/core/model', 'src/core/runtime'], packages: ['node:*'] },
  {
    folder: 'src/controller/sources/webhooks',
    folders: [
      'src/core/model',
      'src/clients/kube',
      'src/core/runtime',
      'src/controller/observability/connection-limits.ts',
      'src/clients/git/references/repository-id.ts',
    ],
    packages: ['node:*'],
  },
  {
    folder: 'src/clients/git/references',
    folders: ['src/core/model', 'src/clients/http', 'src/clients/git'],
    packages: ['undici', 'node:*'],
  },
  {
    folder: 'src/clients/git',
    folders: [
      'src/core/model',
      'src/clients/http',
      'src/clients/registry/client/credentials',
      'src/clients/secret-file.ts',
    ],
    packages: ['node:*'],
  },
  {
    folder: 'src/controller/sources/git-access',
    folders: [
      'src/core/model',
      'src/clients/http/redaction.ts',
      'src/controller/sources/polling',
      'src/controller/registry-access',
      'src/core/resolver/git-server.ts',
      'src/clients/git',
    ],
    typesOf: ['src/clients/kube', 'src/core/runtime'],
    packages: ['node:*'],
  },
  {
    folder: 'src/controller/sources/source-versions',
    folders: [
      'src/core/model',
      'src/clients/http',
      'src/controller/sources/polling',
      'src/controller/registry-access',
      'src/clients/registry/client',
      'src/core/resolver/blob-server.ts',
      'src/steps/prepare/blob',
      'src/steps/prepare/request.ts',
      'src/steps/registry-failure.ts',
    ],
    typesOf: ['src/clients/kube'],
    packages: ['undici', 'node:*'],
  },
  {
    folder: 'src/controller/observability',
    folders: ['src/core/model', 'src/core/runtime'],
    packages: ['pino', 'prom-client', 'undici', 'node:*'],
  },
  {
    folder: 'src/insight/tracing',
    folders: ['src/core/model', 'src/insight/views'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
      'node:crypto',
    ],
  },
  {
    folder: 'src/clients/tekton-bundle',
    folders: ['src/core/model', 'src/core/oci', 'src/clients/registry', 'src/core/yaml'],
  },
  {
    folder: 'src/install/helm',
    folders: ['src/core/model', 'src/core/api/crds/manifests.ts', 'src/install', 'src/core/settings', 'src/core/yaml'],
    packages: ['zod'],
  },
  { folder: 'src/install', folders: ['src/core/model', 'src/core/api', 'src/clients/kube', 'src/core/yaml', 'config'] },
  {
    folder: 'src/insight/report',
    folders: ['src/core/model', 'src/insight/views'],
    packages: ['node:crypto'],
  },
  {
    folder: 'src/insight/dashboard/page',
    folders: [
      'src/insight/views',
      'src/insight/report/markup.ts',
      'src/insight/report/sections',
      'src/insight/dashboard/row.ts',
    ],
    typesOf: ['src/insight/dashboard/messages.ts'],
    packages: ['preact'],
  },
  {
    folder: 'src/insight/dashboard/server',
    folders: ['src/insight/report', 'src/insight/dashboard/style.ts'],
    packages: ['node:*'],
  },
  { folder: 'src/insight/dashboard', folders: ['src/insight/views'] },
  {
    folder: 'src/insight/doctor',
    folders: ['src/core/model', 'src/insight/views', 'src/core/network', 'translators'],
  },
  { folder: 'src/core/mask', folders: ['src/core/model'], packages: ['node:timers/promises'] },
  {
    folder: 'src/insight/logs',
    folders: ['src/core/model', 'src/core/mask', 'src/clients/kube/kube-error.ts', 'translators/progress'],
    typesOf: ['src/clients/kube'],
  },
  {
    folder: 'src/insight/views',
    folders: [
      'src/core/model',
      'src/core/yaml',
      'translators/progress',
      'translators/phases/workload-metadata.ts',
      'translators/tekton/tekton-pod.ts',
    ],
    typesOf: ['src/core/images', 'src/core/buildpacks', 'src/core/builders'],
    packages: ['diff'],
  },
  {
    ...CONTROLLERS,
    folder: 'src/controller/builders',
    folders: [...CONTROLLER_IMPORTS, 'src/controller', 'src/clients/registry', 'src/clients/signing'],
  },
  CONTROLLERS,
  { folder: 'src/cli', folders: 'all', packages: ['commander', 'taskpack-dashboard-page', 'zod', 'node:*'] },
];

/** The files that may use the environment, the clock and randomness. Every other file takes them as arguments. */
const RESERVED: Reserved = {
  'process.env': ['src/cli', 'src/steps/completion/main.ts', 'src/steps/prepare/main.ts', 'src/steps/resource/main.ts'],
  'process.argv': [
    'src/cli/main.ts',
    'src/steps/completion/main.ts',
    'src/steps/prepare/main.ts',
    'src/steps/resource/main.ts',
  ],
  'process.exit': [],
  'process.exitCode': [
    'src/cli/main.ts',
    'src/steps/completion/main.ts',
    'src/steps/prepare/main.ts',
    'src/steps/resource/main.ts',
  ],
  'Date.now': ['src/cli', 'src/insight/dashboard/page', 'src/core/runtime/clock.ts'],
  'new Date()': ['src/cli'],
  'Math.random': ['src/cli', 'src/steps/completion/main.ts', 'src/steps/prepare/main.ts'],
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

  it('has no permission in the table that no import needs', () => {
    expect(unneededPermissions(SOURCES, TABLE)).to.deep.equal([]);
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

import { expect } from 'chai';
import { SOURCES } from '../../support/architecture/project-sources.ts';
import { readModule } from '../../support/architecture/read-module.ts';
import { arrowProblems, type Rooms } from '../../support/architecture/rooms.ts';

function inSrc(...names: readonly string[]): readonly string[] {
  return names.map((name) => `src/${name}`);
}

/** Files of prepare that belong to the clients: they run git for the controller, too. */
const GIT = [
  'address',
  'check-address',
  'configuration',
  'credentials',
  'git-failure',
  'memory-limit',
  'run-git',
  'ssh-program',
];

/** The eight rooms in which the folders will stand, and which of them each may import. */
const ROOMS: Rooms = {
  core: {
    contents: inSrc(
      'index.ts',
      'translate-options.ts',
      'model',
      'yaml',
      'api',
      'settings',
      'runtime',
      'mask',
      'inspection',
      'resolver',
      'buildpacks',
      'builders',
      'images',
      'build-queue',
      'network',
      'translate',
    ),
    rooms: ['translators'],
    exceptions: inSrc(
      'http/certificates.ts',
      'http/proxy-url.ts',
      'registry/digest.ts',
      'registry/image.ts',
      'registry/layer.ts',
      'registry/media-types.ts',
    ),
    typesOf: ['src/registry/tar/tar.ts'],
  },
  translators: { contents: ['translators'], rooms: ['core'] },
  clients: {
    contents: inSrc(
      'http',
      'kube',
      'registry',
      'signing',
      'programs',
      'local-source',
      'tekton-bundle',
      'git-references',
      ...GIT.map((name) => `steps/prepare/git/${name}.ts`),
    ),
    rooms: ['core'],
    exceptions: inSrc(
      'steps/public-url.ts',
      'steps/step-error.ts',
      'steps/prepare/failures.ts',
      'steps/prepare/secret-file.ts',
    ),
    typesOf: inSrc('polling/poll-topic.ts', 'steps/prepare/dependencies.ts'),
  },
  steps: { contents: ['src/steps'], rooms: ['core', 'clients'] },
  controller: {
    contents: inSrc(
      'controllers',
      'registry-access',
      'polling',
      'webhooks',
      'git-access',
      'source-versions',
      'observability',
      'builders/copy-image.ts',
      'builders/publish-builder.ts',
      'builders/sign-builder.ts',
    ),
    rooms: ['core', 'clients', 'translators'],
    exceptions: inSrc(
      'steps/prepare/blob/blob-address.ts',
      'steps/prepare/blob/credentials.ts',
      'steps/prepare/request.ts',
      'steps/registry-failure.ts',
      'steps/step-error.ts',
    ),
  },
  insight: {
    contents: inSrc('views', 'logs', 'report', 'dashboard', 'doctor', 'tracing'),
    rooms: ['core', 'translators'],
    exceptions: inSrc('http/certificates.ts', 'install/kpack-conflicts.ts', 'kube/kube-error.ts'),
    typesOf: ['src/kube'],
  },
  install: { contents: inSrc('install', 'helm'), rooms: ['core', 'clients'] },
  cli: {
    contents: ['src/cli'],
    rooms: ['core', 'clients', 'controller', 'insight', 'install', 'translators'],
  },
};

const SMALL: Rooms = {
  core: { contents: ['src/core', 'src/model.ts'], rooms: [] },
  cli: { contents: ['src/cli'], rooms: ['core'], exceptions: ['src/kube/names.ts'], typesOf: ['src/kube/list'] },
  kube: { contents: ['src/kube', 'src/core/kube'], rooms: [] },
};
const USED = [
  readModule(
    'src/cli/used.ts',
    "import '../model.ts'; import '../kube/names.ts'; import type { A } from '../kube/list/a.ts';",
  ),
];

const FORBIDDEN: readonly (readonly [file: string, text: string, problem: string])[] = [
  ['src/core/a.ts', "import '../cli/b.ts';", 'src/core/a.ts (core) imports src/cli/b.ts (cli)'],
  ['src/core/a.ts', "import './kube/b.ts';", 'src/core/a.ts (core) imports src/core/kube/b.ts (kube)'],
  [
    'src/core/a.ts',
    "import type { A } from '../kube/b.ts';",
    'src/core/a.ts (core) imports types of src/kube/b.ts (kube)',
  ],
  ['src/cli/a.ts', "import '../kube/list/b.ts';", 'src/cli/a.ts (cli) imports src/kube/list/b.ts (kube)'],
  ['src/core/a.ts', "import '../new/b.ts';", 'src/core/a.ts (core) imports src/new/b.ts (none)'],
  ['src/new/a.ts', '', 'src/new/a.ts is in no room'],
];

describe('the rooms', () => {
  it('import only what the table allows, and the table allows nothing else', () => {
    expect(arrowProblems(SOURCES, ROOMS)).to.deep.equal([]);
  });

  for (const [file, text, problem] of FORBIDDEN) {
    it(`refuse ${file} with ${text || 'any text'}`, () => {
      expect(arrowProblems([...USED, readModule(file, text)], SMALL)).to.deep.equal([problem]);
    });
  }

  it('refuse permissions that no file needs', () => {
    expect(arrowProblems([], SMALL)).to.deep.equal([
      'cli may import core, and does not',
      'cli may import src/kube/names.ts, and does not',
      'cli may import src/kube/list, and does not',
    ]);
  });
});

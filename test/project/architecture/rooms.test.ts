import { expect } from 'chai';
import { SOURCES } from '../../support/architecture/project-sources.ts';
import { readModule } from '../../support/architecture/read-module.ts';
import { arrowProblems, type Rooms } from '../../support/architecture/rooms.ts';

/** The eight rooms, and which of them each may import. */
const ROOMS: Rooms = {
  core: {
    contents: ['src/core', 'src/index.ts'],
    rooms: ['translators'],
  },
  translators: { contents: ['translators'], rooms: ['core'] },
  clients: {
    contents: ['src/clients'],
    rooms: ['core'],
  },
  steps: { contents: ['src/steps'], rooms: ['core', 'clients'] },
  controller: {
    contents: ['src/controller'],
    rooms: ['core', 'clients', 'translators'],
    exceptions: [
      'src/steps/prepare/blob/blob-address.ts',
      'src/steps/prepare/blob/credentials.ts',
      'src/steps/prepare/request.ts',
      'src/steps/registry-failure.ts',
    ],
  },
  insight: {
    contents: ['src/insight'],
    rooms: ['core', 'translators'],
    exceptions: ['src/clients/kube/kube-error.ts'],
    typesOf: ['src/clients/kube'],
  },
  install: { contents: ['src/install'], rooms: ['core', 'clients'] },
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

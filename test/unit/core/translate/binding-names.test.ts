import { expect } from 'chai';
import path from 'node:path';
import { BINDINGS_PATH } from '../../../../translators/phases/volumes.ts';
import type { Manifest } from '../../../../src/core/model/kubernetes-object.ts';
import { dnsLabel } from '../../../../src/core/model/names.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, type TestDocument } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container, type Workload } from '../../../support/workload.ts';

/** Names that are not a directory below the bindings directory. */
const REFUSED = [
  '',
  '.',
  '..',
  '../x',
  '../../workspace/x',
  '/layers',
  'a/b',
  'a\0b',
  'a\nb',
  'A',
  'a b',
  '$(HOME)',
  'é',
  'a'.repeat(254),
  'a'.repeat(300),
];

/** Odd names that are valid, in pairs that a careless normalisation would make equal. */
const ODD = [
  ['a.b', 'a-b'],
  ['a.b', dnsLabel('', 'a.b')],
  ['...', '-'],
  ['x'.repeat(253), 'x'.repeat(252)],
  ['env', 'bindings'],
  ['metadata', 'secret'],
  ['taskpack', 'config.json'],
  ['layers', 'workspace'],
  ['-rf', '--help'],
] as const;

/** Writers of each kind of binding. The CNB bindings of a Build that an Image owns are accepted. */
const KINDS = {
  service: (names: readonly string[]): readonly TestDocument[] => [
    someBuild({ services: names.map((name) => ({ apiVersion: 'db.example.com/v1', kind: 'Database', name })) }),
    ...names.map((name): TestDocument => ({
      value: {
        apiVersion: 'db.example.com/v1',
        kind: 'Database',
        metadata: { name },
        status: { binding: { name: 'login' } },
      },
    })),
  ],
  binding: (names: readonly string[]): readonly TestDocument[] => [
    someBuild(
      { cnbBindings: names.map((name) => ({ name, metadataRef: { name: 'meta' }, secretRef: { name: 'login' } })) },
      { ownerReferences: [{ apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'i', uid: 'u', controller: true }] },
    ),
  ],
} as const;

interface Translated {
  readonly manifests: readonly Manifest[];
  /** The messages of all errors. */
  readonly errors: string;
}

function translated(documents: readonly TestDocument[], to: 'pod' | 'taskrun'): Translated {
  const { manifests, problems } = translate([...documents, someAccount(), someFacts()], someOptions({ to }));
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return { manifests: [...manifests], errors: errors.join() };
}

for (const [kind, documentsOf] of Object.entries(KINDS)) {
  for (const to of ['pod', 'taskrun'] as const) {
    describe(`the name of a ${kind} in a ${to}`, () => {
      for (const name of REFUSED) {
        it(`is not ${JSON.stringify(name.slice(0, 20))} of ${name.length} characters`, () => {
          const { manifests, errors } = translated(documentsOf([name]), to);
          expect(manifests).to.deep.equal([]);
          expect(errors).to.include(name === '' ? 'missing field(s)' : `invalid value: ${name}`);
        });
      }

      it('is not the name of another one', () => {
        const { manifests, errors } = translated(documentsOf(['db', 'db']), to);
        expect(manifests).to.deep.equal([]);
        expect(errors).to.include(`duplicate ${kind} name "db"`);
      });

      for (const names of ODD) {
        it(`is mounted at one directory of its own: ${names.map((name) => name.slice(0, 50)).join(' and ')}`, () => {
          const { manifests, errors } = translated(documentsOf(names), to);
          expect(errors).to.equal('');
          const workload = readWorkload(manifests.find((one) => ['Pod', 'TaskRun'].includes(one.kind)));
          expectDirectories(workload, names);
        });
      }
    });
  }
}

/** Each volume has one name, and each mount is in the directory of a binding. */
function expectDirectories({ volumes, containers }: Workload, names: readonly string[]): void {
  const volumeNames = volumes.map(({ name }) => name);
  expect(volumeNames).to.deep.equal([...new Set(volumeNames)]);
  const places = containers.flatMap(bindingMounts);
  expect(new Set(places.map(([directory]) => directory))).to.deep.equal(new Set(names));
  for (const container of containers) {
    const mounts = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
    expect(mounts).to.deep.equal([...new Set(mounts)]);
    expect(mounts.filter((place) => path.normalize(place) !== place)).to.deep.equal([]);
  }
}

/** Returns the names of the bindings that a container mounts. */
function bindingMounts({ volumeMounts = [] }: Container): readonly (readonly string[])[] {
  const bindings = volumeMounts.filter(({ name }) => name.startsWith('binding-'));
  return bindings.map(({ mountPath }) => path.relative(BINDINGS_PATH, path.normalize(mountPath)).split('/'));
}

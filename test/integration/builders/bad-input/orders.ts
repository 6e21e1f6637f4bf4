import type { BadInput, Place } from './bad-input.ts';
import { withSpec } from './some-documents.ts';

/** A builder with that order, among valid objects. */
function ordered(order: unknown): NonNullable<BadInput['documents']> {
  return ({ builder, ...others }, place) => [
    withSpec(builder, { order: typeof order === 'function' ? (order as (place: Place) => unknown)(place) : order }),
    ...Object.values(others),
  ];
}

const entries = (...group: readonly unknown[]): NonNullable<BadInput['documents']> => ordered([{ group }]);

const NEITHER =
  'spec.order[0].group[0].id, spec.order[0].group[0].image, spec.order[0].group[0].name: expected exactly one, got neither (set id, image, or kind and name)';

/** Invalid orders. */
export const ORDERS: readonly BadInput[] = [
  {
    what: 'an order that is no list',
    documents: ordered({ group: [] }),
    says: ['error: <stdin>:22:5 spec.order: expected an array, found an object'],
  },
  {
    what: 'a group that is no list',
    documents: ordered([{ group: { id: 'test/hello' } }]),
    says: ['error: <stdin>:24:9 spec.order[0].group: expected an array, found an object'],
  },
  { what: 'an entry that is nothing', documents: entries({}), says: [`error: <stdin>:25:11 ${NEITHER}`] },
  {
    what: 'an entry that is only optional',
    documents: entries({ optional: true }),
    says: [`error: <stdin>:25:11 ${NEITHER}`],
  },
  {
    what: 'an entry with an empty id',
    documents: entries({ id: '' }),
    says: [
      'error: <stdin>:26:19 spec.order[0].group[0].id, spec.order[0].group[0].image, spec.order[0].group[0].name: expected exactly one, got neither (set id, image, or kind and name)',
    ],
  },
  {
    what: 'an entry that is null',
    documents: entries(null),
    says: ['error: <stdin>:25:11 spec.order[0].group[0]: expected an object, found null'],
  },
  {
    what: 'an entry that is a text',
    documents: entries('test/hello'),
    says: ['error: <stdin>:25:11 spec.order[0].group[0]: expected an object, found the string "test/hello"'],
  },
  {
    what: 'an entry with a field of a later time',
    documents: entries({ id: 'test/hello', digest: 'x' }),
    says: ['error: <stdin>:27:13 spec.order[0].group[0].digest: unknown field "digest"'],
  },
  {
    what: 'an entry of a wrong kind',
    documents: entries({ kind: 'ClusterStore', name: 'hello' }),
    says: [
      'error: <stdin>:26:21 spec.order[0].group[0].kind: invalid value: ClusterStore (must be one of Buildpack, ClusterBuildpack)',
    ],
  },
  {
    what: 'an entry with a name and no kind',
    documents: entries({ name: 'meta' }),
    says: [
      'error: <stdin>:25:11 spec.order[0].group[0].kind: invalid value:  (no kind is set; must be one of Buildpack, ClusterBuildpack)',
    ],
  },
  {
    what: 'an entry with a kind and no name',
    documents: entries({ kind: 'ClusterBuildpack' }),
    says: ["error: <stdin>:25:11 spec.order[0].group[0]: no cluster buildpack with name ''"],
  },
  {
    what: 'an entry of another namespace',
    documents: entries({ kind: 'Buildpack', name: 'java', namespace: 'others' }),
    says: [
      'error: <stdin>:25:11 spec.order[0].group[0]: a Builder can use a Buildpack of its own namespace only, not of others',
    ],
  },
  {
    what: 'entries that are nowhere, all at once',
    documents: entries(
      { kind: 'ClusterBuildpack', name: 'none' },
      { kind: 'Buildpack', name: 'none' },
      { kind: 'ClusterBuildpack', name: 'meta', id: 'test/none' },
      { id: '../../etc' },
    ),
    says: [
      "error: <stdin>:25:11 spec.order[0].group[0]: no cluster buildpack with name 'none'",
      "error: <stdin>:29:11 spec.order[0].group[1]: no buildpack with name 'none'",
      "error: <stdin>:33:11 spec.order[0].group[2]: could not find buildpack with id 'test/none' (ClusterBuildpack meta does not contain the buildpack)",
      "error: <stdin>:38:11 spec.order[0].group[3]: could not find buildpack with id '../../etc'",
    ],
  },
  {
    what: 'an image and an id',
    documents: ordered(({ source }: Place) => [{ group: [{ image: `${source}/meta`, id: 'test/meta' }] }]),
    says: [
      'error: <stdin>:27:19 spec.order[0].group[0].id: must not set the field(s) (image already identifies the buildpack; remove the other fields)',
    ],
  },
  {
    what: 'an image that is a path',
    documents: entries({ image: '../../etc/passwd' }),
    says: [
      'error: <stdin>:26:22 spec.order[0].group[0].image: invalid value: ../../etc/passwd (a part of the repository is empty, "." or "..")',
    ],
  },
  {
    what: 'an image that leads elsewhere',
    documents: ordered(({ source }: Place) => [{ group: [{ image: `${source}/a/../../b` }] }]),
    says: [
      'error: <stdin>:26:22 spec.order[0].group[0].image: invalid value: F/a/../../b (a part of the repository is empty, "." or "..")',
    ],
  },
  {
    what: 'an image that the registry lacks',
    documents: ordered(({ source }: Place) => [{ group: [{ image: `${source}/none` }] }]),
    says: [
      'error: <stdin>:26:22 spec.order[0].group[0].image: F/none:latest: not found at registry F (404); check the name, and that the account has access to the repository',
    ],
  },
  {
    what: 'an image that is no buildpackage',
    documents: ordered(({ source }: Place) => [{ group: [{ image: `${source}/run` }] }]),
    says: [
      'error: <stdin>:22:5 spec.order: image F/run: image F/run has no buildpacks (label io.buildpacks.buildpack.layers)',
    ],
  },
];

import { digestOf, type BadInput } from './bad-input.ts';
import { offering, someBuildpack } from './some-statuses.ts';

const ENTRY = 'error: <stdin>:25:11 spec.order[0].group[0]:';
const ID = "the id must consist of letters, digits, '.', '/' and '-'";
const VERSION = "the version must consist of letters, digits, '.', '_', '+' and '-'";

/** A row about a buildpack with that name, which the order references. */
function named(what: string, id: string, version: string, says: readonly string[]): BadInput {
  return { what, documents: offering([someBuildpack({ id, version })], [{ id, version }]), says };
}

/** The order of a composite buildpack with these buildpacks. */
function inOrder(...group: readonly object[]) {
  return { order: [{ group }] };
}

/** Buildpacks that do not exist or are not allowed. */
export const BUILDPACKS: readonly BadInput[] = [
  named('an id that leads out of its directory', '..', '1.0.0', [`${ENTRY} validating buildpack ..@1.0.0: ${ID}`]),
  named('an id that writes into order.toml', 'a"\n[[order]]\n', '1.0.0', [
    `${ENTRY} validating buildpack a"\\n[[order]]\\n@1.0.0: ${ID}`,
  ]),
  named('an id that writes on the terminal', 'a\u001b[2J', '1.0.0', [
    `${ENTRY} validating buildpack a\\u001b[2J@1.0.0: ${ID}`,
  ]),
  named('a version that leads out of its directory', 'test/hello', '../../../etc', [
    `${ENTRY} validating buildpack test/hello@../../../etc: ${VERSION}`,
  ]),
  named('a version that is the directory above', 'test/hello', '..', [
    `${ENTRY} validating buildpack test/hello@..: ${VERSION}`,
  ]),
  {
    what: 'a child that leads out of its directory',
    documents: offering([
      someBuildpack(inOrder({ id: 'test/child', version: '..' })),
      someBuildpack({ id: 'test/child', version: '..' }),
    ]),
    says: [`${ENTRY} validating buildpack test/child@..: ${VERSION}`],
  },
  {
    what: 'a version that is no semver, among others',
    documents: offering([someBuildpack({ version: 'latest' }), someBuildpack()]),
    says: [`${ENTRY} cannot find buildpack 'test/hello' with latest version due to invalid semver 'latest'`],
  },
  {
    what: 'a version of four numbers',
    documents: offering([someBuildpack({ version: '1.2.3.4' })]),
    says: [`${ENTRY} cannot find buildpack 'test/hello' with latest version due to invalid semver '1.2.3.4'`],
  },
  {
    what: 'an empty version',
    documents: offering([someBuildpack({ version: '' })]),
    says: [`${ENTRY} cannot find buildpack 'test/hello' with latest version due to invalid semver ''`],
  },
  {
    what: 'a number above all numbers',
    documents: offering([someBuildpack({ version: '18446744073709551616.0.0' })]),
    says: [
      `${ENTRY} cannot find buildpack 'test/hello' with latest version due to invalid semver '18446744073709551616.0.0'`,
    ],
  },
  {
    what: 'a range that nothing is in',
    documents: offering([someBuildpack(), someBuildpack({ version: '1.1.0' })], [{ id: 'test/hello', version: '^2' }]),
    says: [
      `${ENTRY} could not find buildpack with id 'test/hello' and version '^2' (available versions: 1.1.0, 1.0.0)`,
    ],
  },
  {
    what: 'a range that is none',
    documents: offering([someBuildpack()], [{ id: 'test/hello', version: '>=x || ~>' }]),
    says: [`${ENTRY} could not find buildpack with id 'test/hello' and version '>=x || ~>' (available version: 1.0.0)`],
  },
  {
    what: 'a version that nobody has',
    documents: offering([someBuildpack()], [{ id: 'test/hello', version: '1.0.1' }]),
    says: [`${ENTRY} could not find buildpack with id 'test/hello' and version '1.0.1' (available version: 1.0.0)`],
  },
  {
    what: 'one name for two buildpacks',
    documents: offering([someBuildpack(), someBuildpack({ diffId: digestOf('3') })]),
    says: [
      `${ENTRY} buildpack test/hello@1.0.0 differs between resources: sha256:1… of ClusterStore hello (F/hello-1), sha256:3… of ClusterStore hello (F/hello-1)`,
    ],
  },
  {
    what: 'a buildpack in its own order',
    documents: offering([someBuildpack(inOrder({ id: 'test/hello', version: '1.0.0' }))]),
    says: [`${ENTRY} cycle in the orders of buildpacks: test/hello@1.0.0 → test/hello@1.0.0`],
  },
  {
    what: 'buildpacks in each other’s order',
    documents: offering([
      someBuildpack(inOrder({ id: 'test/other', version: '1.0.0' })),
      someBuildpack({ id: 'test/other', ...inOrder({ id: 'test/hello', version: '1.0.0' }) }),
    ]),
    says: [`${ENTRY} cycle in the orders of buildpacks: test/hello@1.0.0 → test/other@1.0.0 → test/hello@1.0.0`],
  },
  {
    what: 'a child that is nowhere',
    documents: offering([someBuildpack(inOrder({ id: 'test/none', version: '1.0.0' }))]),
    says: [`${ENTRY} could not find buildpack with id 'test/none' (in the order of test/hello@1.0.0)`],
  },
  {
    what: 'a child by a range',
    documents: offering([
      someBuildpack(inOrder({ id: 'test/child', version: '^1' })),
      someBuildpack({ id: 'test/child' }),
    ]),
    says: [
      `${ENTRY} could not find buildpack with id 'test/child' and version '^1' (in the order of test/hello@1.0.0)`,
    ],
  },
  {
    what: 'a child without an id',
    documents: offering([someBuildpack(inOrder({ version: '1.0.0' }))]),
    says: [`${ENTRY} could not find buildpack with id '' (in the order of test/hello@1.0.0)`],
  },
  {
    what: 'an API that the lifecycle lacks',
    documents: offering([someBuildpack({ api: '9.9' })]),
    says: [
      `${ENTRY} validating buildpack test/hello@1.0.0: unsupported buildpack api: 9.9, expecting: 0.7, 0.8, 0.9, 0.10, 0.11`,
    ],
  },
  {
    what: 'a stack that is another',
    documents: offering([someBuildpack({ stacks: [{ id: 'other' }] })]),
    says: [`${ENTRY} validating buildpack test/hello@1.0.0: stack io.test.stacks.tiny is not supported`],
  },
  {
    what: 'a mixin that the stack lacks',
    documents: offering([someBuildpack({ stacks: [{ id: '*', mixins: ['compiler'] }] })]),
    says: [`${ENTRY} validating buildpack test/hello@1.0.0: stack missing mixin(s): compiler`],
  },
];

import { expect } from 'chai';
import { matrix } from '../../support/matrix.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import type { Attack } from './hostile-application.ts';
import { startHostileBed, type HostileBed } from './hostile-bed.ts';
import { BACKEND_NAMES, hostileWorkload, type Backend } from './hostile-build.ts';
import { remainsOf, successesOf, type SuccessName } from './remains.ts';
import { withoutDefences } from './without-defences.ts';

/** The Builds of each backend. One Build tries several attacks only if none of them hinders another. */
const BUILDS = {
  together: ['login', 'labels'],
  foreign: ['foreign'],
  project: ['project'],
  login: ['login'],
  labels: ['labels'],
  planted: ['planted'],
  helper: ['helper'],
  early: ['early'],
  lifecycle: ['lifecycle'],
} as const satisfies Readonly<Record<string, readonly Attack[]>>;

type BuildName = keyof typeof BUILDS;

/** The Builds that succeed in their attack if the defences are taken out, and how that shows. */
const PROOFS: Readonly<Record<BuildName, readonly SuccessName[]>> = {
  together: ['the login is in a layer', 'a label of the lifecycle is forged'],
  foreign: ["another team's layer is in the image"],
  project: ['the project metadata is forged'],
  login: ['the login is in a layer'],
  labels: ['a label of the lifecycle is forged'],
  planted: ["another team's layer is in the image"],
  helper: ['a phase with the login ran a credential helper'],
  early: ['export read files while a buildpack ran'],
  lifecycle: ['the login is in a log'],
};

/** docs/explanation/security.md explains why these attacks succeed. */
const OPEN: Readonly<Partial<Record<Backend, Readonly<Partial<Record<BuildName, readonly SuccessName[]>>>>>> = {
  taskrun: { early: PROOFS.early },
  // The builder of a Task is a parameter of its run, so the Task cannot name a lifecycle image for it.
  task: { early: PROOFS.early, lifecycle: PROOFS.lifecycle },
};

const PAIRS = BACKEND_NAMES.flatMap((backend) =>
  (Object.keys(BUILDS) as readonly BuildName[]).map((build) => [backend, build] as const),
);

/** The Builds take minutes of a node, so only `--all` runs them. */
const NONE: typeof PAIRS = [];

describe('hostile buildpacks on the node', function () {
  this.timeout(600_000);
  let bed: HostileBed;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startHostileBed();
  });
  after(() => bed?.stop());

  async function successes(backend: Backend, build: BuildName, defended: boolean): Promise<readonly SuccessName[]> {
    const name = `${backend}-${build}-${defended ? 'defended' : 'open'}`;
    // Only this setting closes the attack. The other attacks do not need it.
    const settings = build === 'lifecycle' ? { LIFECYCLE_IMAGES: `0.20.12=${bed.builders.lifecycle}` } : {};
    const workload = await hostileWorkload(bed, backend, { name, attacks: BUILDS[build], settings });
    const remains = await remainsOf(bed, defended ? workload : withoutDefences(workload));
    return successesOf(remains);
  }

  async function expectDefended(backend: Backend, build: BuildName): Promise<void> {
    expect(await successes(backend, build, true)).to.deep.equal(OPEN[backend]?.[build] ?? []);
  }

  async function expectOpen(backend: Backend, build: BuildName): Promise<void> {
    expect(await successes(backend, build, false)).to.deep.equal(PROOFS[build]);
  }

  sideBySide({
    ...Object.fromEntries(
      matrix(PAIRS, NONE).map(([backend, build]) => [
        `gain only what the documentation says by ${build} with ${backend}`,
        () => expectDefended(backend, build),
      ]),
    ),
    ...Object.fromEntries(
      matrix(PAIRS, NONE).map(([backend, build]) => [
        `succeed by ${build} with ${backend} if the defences are taken out`,
        () => expectOpen(backend, build),
      ]),
    ),
  });
});

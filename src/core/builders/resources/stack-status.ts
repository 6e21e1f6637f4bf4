import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { boundedNames } from '../../model/bounded-messages.ts';
import { digestProblem, latestImage } from '../image-facts.ts';
import { known, type Reading, unknown } from '../reading.ts';

/** The status of a ClusterStack. */
export type StackStatus = NonNullable<ClusterStack['status']>;

/** Returns the status that kpack's RemoteStackReader writes for the images, with taskpack's additional fields. */
export function stackStatus(
  { id, buildImage, runImage }: ClusterStack['spec'],
  build: ImageFacts,
  run: ImageFacts,
): Reading<StackStatus> {
  const problem =
    stackProblem(id, build, run) ??
    userProblem(build) ??
    digestProblem(buildImage.image, build) ??
    digestProblem(runImage.image, run);
  if (problem !== undefined) return unknown(problem);
  const mixins = stackMixins(build.mixins ?? [], run.mixins ?? []);
  if (mixins.kind === 'unknown') return mixins;
  const { manifest, configuration, layers, uid, gid } = build;
  const distro = run.targets?.[0]?.distros?.[0];
  return known({
    id,
    buildImage: {
      ...latestImage(buildImage.image, build),
      image: buildImage.image,
      ...(manifest !== undefined && { manifest }),
      ...(configuration !== undefined && { configuration }),
      ...(layers !== undefined && { layers }),
    },
    runImage: {
      ...latestImage(runImage.image, run),
      image: runImage.image,
      ...(distro !== undefined && { distro }),
    },
    ...(mixins.value.length > 0 && { mixins: mixins.value }),
    ...(uid !== undefined && { userId: uid }),
    ...(gid !== undefined && { groupId: gid }),
  });
}

function stackProblem(id: string, build: ImageFacts, run: ImageFacts): string | undefined {
  if (build.stackId === undefined || run.stackId === undefined) return 'could not find label io.buildpacks.stack.id';
  if (build.stackId === id && run.stackId === id) return undefined;
  return `invalid stack images. expected stack: ${id}, build image stack: ${build.stackId}, run image stack: ${run.stackId}`;
}

function userProblem({ uid, gid }: ImageFacts): string | undefined {
  if (uid === undefined) return 'validating build image: ENV CNB_USER_ID not found';
  if (gid === undefined) return 'validating build image: ENV CNB_GROUP_ID not found';
  return undefined;
}

interface Sorted {
  readonly own: readonly string[];
  readonly others: readonly string[];
  readonly common: readonly string[];
}

/** Returns the mixins of both images, then those with `build:`, then those with `run:` (kpack's RemoteStackReader). */
function stackMixins(build: readonly string[], run: readonly string[]): Reading<readonly string[]> {
  const ofBuild = sorted(build, 'build:', 'run:');
  if (ofBuild.others.length > 0) return refused('build image contains run-only mixin(s)', ofBuild.others);
  const ofRun = sorted(run, 'run:', 'build:');
  if (ofRun.others.length > 0) return refused('run image contains build-only mixin(s)', ofRun.others);
  const provided = new Set(ofRun.common);
  const missing = ofBuild.common.filter((mixin) => !provided.has(mixin));
  if (missing.length > 0) return refused('runImage missing required mixin(s)', missing);
  return known([...ofBuild.common, ...ofBuild.own, ...ofRun.own]);
}

function sorted(mixins: readonly string[], own: string, others: string): Sorted {
  return {
    own: mixins.filter((mixin) => mixin.startsWith(own)),
    others: mixins.filter((mixin) => mixin.startsWith(others)),
    common: mixins.filter((mixin) => !mixin.startsWith(own) && !mixin.startsWith(others)),
  };
}

function refused(message: string, mixins: readonly string[]): Reading<never> {
  return unknown(`${message}: ${boundedNames(mixins)}`);
}

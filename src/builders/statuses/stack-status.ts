import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { digestProblem, latestImage } from '../images.ts';
import { known, unknown, type Reading } from '../reading.ts';
import { stackMixins } from './mixins.ts';

/** What a ClusterStack's status says of its images. */
export type StackStatus = NonNullable<ClusterStack['status']>;

/** A ClusterStack's images as kpack's RemoteStackReader reads and checks them, and what is ours. */
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

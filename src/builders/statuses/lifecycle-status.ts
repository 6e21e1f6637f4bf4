import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { digestProblem, latestImage } from '../images.ts';
import { known, unknown, type Reading } from '../reading.ts';

/** What a ClusterLifecycle's status says of its image. */
export type LifecycleStatus = NonNullable<ClusterLifecycle['status']>;

/** A ClusterLifecycle's image as kpack's RemoteLifecycleReader reads it, and what is ours. */
export function lifecycleStatus(image: string, facts: ImageFacts): Reading<LifecycleStatus> {
  const { lifecycle, platform } = facts;
  if (lifecycle?.version === undefined) return unknown('could not find label io.buildpacks.builder.metadata');
  if (lifecycle.apis === undefined) return unknown('could not find label io.buildpacks.lifecycle.apis');
  const problem = digestProblem(image, facts);
  if (problem !== undefined) return unknown(problem);
  return known({
    ...lifecycle,
    image: { ...latestImage(image, facts), image },
    ...(platform !== undefined && { platform }),
  });
}

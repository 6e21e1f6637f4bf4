import type { ClusterBuildpack } from '../../../../src/core/api/kpack/cluster-buildpack.ts';
import type { ClusterStack } from '../../../../src/core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../../../src/core/api/kpack/cluster-store.ts';
import {
  someBuildpack,
  someLifecycle,
  someLifecycleStatus,
  someResolved,
  someStack,
  someStackStatus,
} from '../../core/builders/some-world.ts';
import { cachedObjects } from '../kit/cached-objects.ts';

export const READY = [{ type: 'Ready', status: 'True' }];

/** The status of a Buildpack that offers one buildpack. */
export function offering(id: string, version = '1.0.0') {
  return { conditions: READY, buildpacks: [someResolved(id, version, '5', { mediaType: 'a/b' })] };
}

/** The cached resources of the Buildpack `java` in the namespace `team`, all ready. */
export function someResources() {
  const stack = someStack({ ...someStackStatus(), conditions: READY, observedGeneration: 4 });
  const serviceAccountRef = { namespace: 'stacks', name: 'puller' };
  return {
    buildpacks: cachedObjects(someBuildpack('java', 'team', offering('java'))),
    clusterBuildpacks: cachedObjects<ClusterBuildpack>(),
    clusterStores: cachedObjects<ClusterStore>(),
    clusterStacks: cachedObjects<ClusterStack>({ ...stack, spec: { ...stack.spec, serviceAccountRef } }),
    clusterLifecycles: cachedObjects(someLifecycle({ ...someLifecycleStatus(), conditions: READY })),
  };
}

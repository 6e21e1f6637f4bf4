import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import { CLUSTER_LIFECYCLE } from '../../api/kpack/kind-definitions.ts';
import { readLifecycle } from '../../builders/parts/read-lifecycle.ts';
import { lifecycleStatus } from '../../builders/statuses/lifecycle-status.ts';
import { kpackResource, type PartKind } from './part.ts';
import { referencedAccount } from './referenced-account.ts';

export const CLUSTER_LIFECYCLES: PartKind<ClusterLifecycle> = {
  resource: kpackResource('ClusterLifecycle', 'clusterlifecycles', false),
  definition: CLUSTER_LIFECYCLE,
  images: ({ spec }) => [spec.image],
  account: referencedAccount,
  describe: ({ spec }, [facts]) => {
    if (facts === undefined) throw new Error('facts are as many as images');
    return lifecycleStatus(spec.image, facts);
  },
  isComplete: (lifecycle) => readLifecycle(lifecycle, { imageFacts: () => undefined }).kind === 'known',
};

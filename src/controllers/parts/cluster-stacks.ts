import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import { CLUSTER_STACK } from '../../api/kpack/kind-definitions.ts';
import { readStack } from '../../builders/parts/read-stack.ts';
import { stackStatus } from '../../builders/statuses/stack-status.ts';
import { kpackResource, type PartKind } from './part.ts';
import { referencedAccount } from './referenced-account.ts';

export const CLUSTER_STACKS: PartKind<ClusterStack> = {
  resource: kpackResource('ClusterStack', 'clusterstacks', false),
  definition: CLUSTER_STACK,
  images: ({ spec }) => [spec.buildImage.image, spec.runImage.image],
  account: referencedAccount,
  describe: ({ spec }, [build, run]) => {
    if (build === undefined || run === undefined) throw new Error('facts are as many as images');
    return stackStatus(spec, build, run);
  },
  isComplete: (stack) => readStack(stack, { imageFacts: () => undefined }).kind === 'known',
};

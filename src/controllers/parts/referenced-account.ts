import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import type { Account } from '../../registry-access/account.ts';

/** The account of an object without a namespace; anonymous where it names none. */
export function referencedAccount({
  spec,
}: {
  readonly spec: Pick<ClusterStack['spec'], 'serviceAccountRef'>;
}): Account | undefined {
  const { serviceAccountRef: reference } = spec;
  return reference === undefined ? undefined : { namespace: reference.namespace, serviceAccount: reference.name };
}

import type { ResolvedSource, SourceResolver } from '../../../core/api/kpack/source-resolver.ts';
import type { Account } from '../../registry-access/account.ts';

/** Returns the account whose Secrets are the credentials of a SourceResolver. */
export function accountOf({ metadata, spec }: SourceResolver): Account {
  return { namespace: metadata.namespace ?? '', serviceAccount: spec.serviceAccount ?? '' };
}

/** Returns the sub path of a SourceResolver's source, unless it is the root of the source. */
export function subPathOf({ spec }: SourceResolver): { readonly subPath?: string } {
  const { subPath = '' } = spec.source;
  return subPath === '' ? {} : { subPath };
}

/** Returns the resolved source in the status if it belongs to the current spec. */
export function statusSource({ metadata, status = {} }: SourceResolver): ResolvedSource | undefined {
  const { source, observedGeneration, conditions = [] } = status;
  const isReady = conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return isReady && observedGeneration === metadata.generation ? source : undefined;
}

import type { ApiObject } from '../../api/read-objects.ts';

/** A Builder or ClusterBuilder of the input. */
export type BuilderObject = Extract<ApiObject, { readonly kind: 'Builder' | 'ClusterBuilder' }>;

/** `Builder team/java`, `ClusterBuilder base`. */
export function formatBuilder({ kind, value }: BuilderObject): string {
  const { namespace, name } = value.metadata;
  return kind === 'Builder' && namespace !== undefined ? `${kind} ${namespace}/${name}` : `${kind} ${name}`;
}

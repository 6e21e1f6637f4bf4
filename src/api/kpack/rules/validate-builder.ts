import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { Builder } from '../builder.ts';
import type { ClusterBuilder } from '../cluster-builder.ts';
import { validateOrder } from './validate-order.ts';
import { validateTag } from './validate-tags.ts';

/**
 * kpack's rules for a new Builder or ClusterBuilder (builder_validation.go), as far as the schemas do not say them. kpack
 * leaves `spec.` out of a ClusterBuilder's paths; here they are whole.
 */
export function validateBuilder({ spec }: Builder | ClusterBuilder): readonly FieldProblem[] {
  return [
    ...validateTag(spec.tag, ['spec', 'tag']),
    ...validateKind(spec.stack.kind ?? '', ['spec', 'stack', 'kind']),
    ...validateStore(spec.store),
    ...validateOrder(spec.order ?? [], ['spec', 'order']),
  ];
}

function validateKind(kind: string, path: FieldPath): readonly FieldProblem[] {
  return kind === 'ClusterStack' ? [] : [fieldError(path, `invalid value: ${kind}`)];
}

// A store without a name passes where its kind is right, as in kpack.
function validateStore(store: Builder['spec']['store'] | ClusterBuilder['spec']['store']): readonly FieldProblem[] {
  const { kind = '', name } = store ?? {};
  if ((kind === '' && name === undefined) || kind === 'ClusterStore') return [];
  const problems = name === undefined ? [fieldError(['spec', 'store', 'name'], 'missing field(s)')] : [];
  return [...problems, fieldError(['spec', 'store', 'kind'], `invalid value: ${kind}`, 'must be one of ClusterStore')];
}

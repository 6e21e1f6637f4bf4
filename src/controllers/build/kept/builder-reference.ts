import { objectAt, textAt } from '../../../model/json-field.ts';
import type { ActiveBuild } from './build-record.ts';
import { keyIn } from './identity.ts';

/** The Builder or ClusterBuilder that a Build names. */
export interface BuilderReference {
  readonly kind: 'Builder' | 'ClusterBuilder';
  /** Empty for what has none. */
  readonly namespace: string;
  readonly name: string;
}

/** `undefined` where it names an image; references to other kinds are refused when the Build is resolved. */
export function builderReference({ namespace, object }: ActiveBuild): BuilderReference | undefined {
  const reference = objectAt(objectAt(objectAt(object, 'spec'), 'builder'), 'ref');
  const kind = textAt(reference, 'kind');
  const name = textAt(reference, 'name') ?? '';
  if (kind === 'Builder') return { kind, namespace, name };
  return kind === 'ClusterBuilder' ? { kind, namespace: '', name } : undefined;
}

/** Under which key a cache of that kind has it. */
export function keyOfBuilder({ namespace, name }: BuilderReference): string {
  return namespace === '' ? name : keyIn(namespace, name);
}

/** Equal for references to one builder, and for no others. */
export function builderPlace(reference: BuilderReference): string {
  return `${reference.kind}/${keyOfBuilder(reference)}`;
}

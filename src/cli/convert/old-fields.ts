import {
  BUILD_V1ALPHA1_CONVERSIONS,
  BUILDER_CONVERSIONS,
  CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
  CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
  IMAGE_V1ALPHA1_CONVERSIONS,
} from '../../core/api/kpack/conversions.ts';
import type { FieldConversion } from '../../core/api/reading/convert-fields.ts';
import { isSameJson } from '../../core/model/json.ts';
import { formatFieldPath, type FieldPath } from '../../core/model/problem.ts';

/** A field of v1alpha1 that v1alpha2 does not have, and what to do. */
export interface OldField {
  readonly path: FieldPath;
  readonly advice: string;
}

/** The fields of v1alpha1 that v1alpha2 has in another place, by kind. */
export const CONVERSIONS: Readonly<Record<string, readonly FieldConversion[]>> = {
  Build: BUILD_V1ALPHA1_CONVERSIONS,
  Image: IMAGE_V1ALPHA1_CONVERSIONS,
  Builder: BUILDER_CONVERSIONS,
  ClusterBuilder: [],
  ClusterStack: CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
  ClusterStore: CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
  SourceResolver: [],
};

export const NOTARY: OldField = {
  path: ['spec', 'notary'],
  advice: 'v1alpha2 refuses this field; remove it, and sign with a cosign key',
};

/** Returns the old fields of a kind, or those of all kinds if `kind` is none of kpack's. */
export function oldFields(kind: unknown): readonly OldField[] {
  const kinds = typeof kind === 'string' && isConvertedKind(kind) ? [kind] : Object.keys(CONVERSIONS);
  const moved = kinds.flatMap((one) => CONVERSIONS[one] ?? []);
  const fields = moved.map((move) => ({
    path: move.from,
    advice: adviceByHand(move) ?? `write ${formatFieldPath(move.to)}`,
  }));
  const isFirst = ({ path }: OldField, index: number): boolean =>
    fields.findIndex((other) => isSameJson(other.path, path)) === index;
  return [...fields.filter(isFirst), NOTARY];
}

export function isConvertedKind(kind: string): boolean {
  return Object.hasOwn(CONVERSIONS, kind);
}

/** Returns what to do with a field that only a person can convert. */
export function adviceByHand({ to, decode }: FieldConversion): string | undefined {
  if (decode !== undefined) {
    return `v1alpha2 has a field for this annotation; write ${formatFieldPath(to)}, and remove the annotation`;
  }
  // v1alpha2 accepts bindings only from kpack's own controller.
  if (to.at(-1) !== 'cnbBindings') return undefined;
  const services = formatFieldPath([...to.slice(0, -1), 'services']);
  return `v1alpha2 has no bindings; put the entries of each ConfigMap and Secret into one Secret with the entry type, and name it in ${services}`;
}

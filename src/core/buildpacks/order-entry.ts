import type { FieldPath } from '../model/problem.ts';
import type { ProblemList, ReportProblem } from './problem-list.ts';

/** One entry of a group in `spec.order`. An empty string means a missing field. */
export interface OrderEntry {
  readonly id?: string;
  readonly version?: string;
  readonly optional?: boolean;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly image?: string;
}

/**
 * The target of an entry: an id in any resource; or a resource or an image, whose root buildpack is meant
 * without `id`.
 */
export type Reference =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'Buildpack'; readonly name: string; readonly namespace?: string; readonly id?: string }
  | { readonly kind: 'ClusterBuildpack'; readonly name: string; readonly id?: string }
  | { readonly kind: 'image'; readonly image: string; readonly id?: string };

/**
 * Reads the reference of an entry by kpack's rules (buildpack_resolver.go, resolve). References by image are taskpack's
 * addition.
 */
function readReference(entry: OrderEntry, report: ReportProblem): Reference | undefined {
  const { kind, name = '', id, image, namespace } = entry;
  const inside = isGiven(id) ? { id } : {};
  if (kind === 'Buildpack') return { kind, name, ...(isGiven(namespace) && { namespace }), ...inside };
  if (kind === 'ClusterBuildpack') return { kind, name, ...inside };
  if (isGiven(kind)) return report('kind must be either Buildpack or ClusterBuildpack');
  if (isGiven(image)) return { kind: 'image', image, ...inside };
  if (isGiven(id)) return { kind: 'id', id };
  return report('invalid buildpack reference');
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** A valid order entry, its reference, and its path in `spec.order`. */
export interface LocatedEntry {
  readonly path: FieldPath;
  readonly group: number;
  readonly entry: OrderEntry;
  readonly reference: Reference;
  /** Reports a problem of this entry. */
  readonly report: ReportProblem;
}

/** Reads the entries of `spec.order`. Reports and omits invalid entries. */
export function readOrder(
  order: readonly { readonly group: readonly OrderEntry[] }[],
  problems: ProblemList,
): readonly LocatedEntry[] {
  return order.flatMap((entries, group) =>
    entries.group.flatMap((entry, index) => {
      const path = ['spec', 'order', group, 'group', index];
      const report = problems.at(path);
      const reference = readReference(entry, report);
      return reference === undefined ? [] : [{ path, group, entry, reference, report }];
    }),
  );
}

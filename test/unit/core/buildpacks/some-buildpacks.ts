import { formatFieldPath } from '../../../../src/core/model/problem.ts';
import type { Buildpack } from '../../../../src/core/buildpacks/buildpack.ts';
import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { Resolution, ResolutionRequest } from '../../../../src/core/buildpacks/resolution.ts';
import { resolveOrder } from '../../../../src/core/buildpacks/resolve-order.ts';
import {
  type BuildpackSource,
  formatResource,
  type Resource,
} from '../../../../src/core/buildpacks/buildpack-source.ts';

export const NAMESPACE = 'some-namespace';

/** Parses `a@1.0.0`, or `a@1.0.0#2` for a buildpack with the same name and another layer. */
export function someBuildpack(text: string, more: Partial<Buildpack> = {}): Buildpack {
  const [id = '', version = '', bytes = ''] = text.split(/[@#]/);
  const diffId = `sha256:${id}-${version}${bytes}`;
  return { id, version, diffId, digest: `${diffId}-compressed`, size: 10, api: '0.10', ...more };
}

/**
 * Returns a composite buildpack with one group: `someMeta('a@1', 'b@1', 'c@1?')`. Without children, the buildpack is
 * not composite.
 */
export function someMeta(text: string, ...children: readonly string[]): Buildpack {
  const group = children.map((child) => {
    const [id = '', version] = child.replace('?', '').split('@');
    return { id, ...(version !== undefined && { version }), ...(child.endsWith('?') && { optional: true }) };
  });
  return someBuildpack(text, children.length > 0 ? { order: [{ group }] } : {});
}

/** Returns a source of buildpacks, given as objects or by name. */
export function someSource(
  kind: Resource['kind'],
  name: string,
  ...buildpacks: readonly (string | Buildpack)[]
): BuildpackSource {
  const resource: Resource = kind === 'Buildpack' ? { kind, name, namespace: NAMESPACE } : { kind, name };
  return { resource, buildpacks: buildpacks.map((item) => (typeof item === 'string' ? someBuildpack(item) : item)) };
}

/** Resolves an order of these groups for a Builder with the store `some-store`. */
export function resolution(
  groups: readonly (readonly OrderEntry[])[],
  sources: readonly BuildpackSource[],
  more: Partial<ResolutionRequest> = {},
): Resolution {
  const builder = { kind: 'Builder', namespace: NAMESPACE, store: 'some-store' } as const;
  return resolveOrder({ builder, order: groups.map((group) => ({ group })), sources, ...more });
}

/** Resolves one entry. Returns `a@1.0.0 of ClusterStore some-store`, or the problems. */
export function resolved(entry: OrderEntry, sources: readonly BuildpackSource[], more?: Partial<ResolutionRequest>) {
  const result = resolution([[entry]], sources, more);
  if (result.kind === 'refused') return messagesOf(result);
  return result.entries.map(
    ({ chosen }) => `${chosen.buildpack.id}@${chosen.buildpack.version} of ${formatResource(chosen.resource)}`,
  );
}

/** Formats problems as `path, path: message (details)`. Returns none if the order was resolved. */
export function problemsOf(result: Resolution): readonly string[] {
  if (result.kind === 'resolved') return [];
  return result.problems.map(({ paths, message, details }) => {
    const place = paths.map(formatFieldPath).join(', ');
    return `${place}: ${message}${details === undefined ? '' : ` (${details})`}`;
  });
}

/** Returns the messages only. */
export function messagesOf(result: Resolution): readonly string[] {
  return result.kind === 'resolved' ? [] : result.problems.map(({ message }) => message);
}

/** Returns the names of the builder's contents, in order. */
export function contentsOf(result: Resolution): readonly string[] {
  if (result.kind === 'refused') return problemsOf(result);
  return result.buildpacks.map(({ buildpack: { id, version } }) => `${id}@${version}`);
}

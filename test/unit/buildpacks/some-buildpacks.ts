import { formatFieldPath } from '../../../src/model/problem.ts';
import type { Buildpack } from '../../../src/buildpacks/buildpack.ts';
import type { OrderEntry } from '../../../src/buildpacks/reference.ts';
import type { Resolution, ResolutionRequest } from '../../../src/buildpacks/resolution.ts';
import { resolveOrder } from '../../../src/buildpacks/resolve-order.ts';
import { formatResource, type BuildpackSource, type Resource } from '../../../src/buildpacks/source.ts';

export const NAMESPACE = 'some-namespace';

/** `a@1.0.0`, or `a@1.0.0#2` for one with the same name and other bytes. */
export function someBuildpack(text: string, more: Partial<Buildpack> = {}): Buildpack {
  const [id = '', version = '', bytes = ''] = text.split(/[@#]/);
  const diffId = `sha256:${id}-${version}${bytes}`;
  return { id, version, diffId, digest: `${diffId}-compressed`, size: 10, api: '0.10', ...more };
}

/** A meta-buildpack of one group: `someMeta('a@1', 'b@1', 'c@1?')`; of none, it is none. */
export function someMeta(text: string, ...children: readonly string[]): Buildpack {
  const group = children.map((child) => {
    const [id = '', version] = child.replace('?', '').split('@');
    return { id, ...(version !== undefined && { version }), ...(child.endsWith('?') && { optional: true }) };
  });
  return someBuildpack(text, children.length > 0 ? { order: [{ group }] } : {});
}

/** A source of buildpacks, which may be given by name. */
export function someSource(
  kind: Resource['kind'],
  name: string,
  ...buildpacks: readonly (string | Buildpack)[]
): BuildpackSource {
  const resource: Resource = kind === 'Buildpack' ? { kind, name, namespace: NAMESPACE } : { kind, name };
  return { resource, buildpacks: buildpacks.map((item) => (typeof item === 'string' ? someBuildpack(item) : item)) };
}

/** What a Builder with a store named `some-store` makes of an order of these groups. */
export function resolution(
  groups: readonly (readonly OrderEntry[])[],
  sources: readonly BuildpackSource[],
  more: Partial<ResolutionRequest> = {},
): Resolution {
  const builder = { kind: 'Builder', namespace: NAMESPACE, store: 'some-store' } as const;
  return resolveOrder({ builder, order: groups.map((group) => ({ group })), sources, ...more });
}

/** What one entry resolves to: `a@1.0.0 of ClusterStore some-store`, or the problems. */
export function resolved(entry: OrderEntry, sources: readonly BuildpackSource[], more?: Partial<ResolutionRequest>) {
  const result = resolution([[entry]], sources, more);
  if (result.kind === 'refused') return messagesOf(result);
  return result.entries.map(
    ({ chosen }) => `${chosen.buildpack.id}@${chosen.buildpack.version} of ${formatResource(chosen.resource)}`,
  );
}

/** `path, path: message (details)` for each problem; none where the order was resolved. */
export function problemsOf(result: Resolution): readonly string[] {
  if (result.kind === 'resolved') return [];
  return result.problems.map(({ paths, message, details }) => {
    const place = paths.map(formatFieldPath).join(', ');
    return `${place}: ${message}${details === undefined ? '' : ` (${details})`}`;
  });
}

/** The messages alone. */
export function messagesOf(result: Resolution): readonly string[] {
  return result.kind === 'resolved' ? [] : result.problems.map(({ message }) => message);
}

/** What the builder would contain, by name, in order. */
export function contentsOf(result: Resolution): readonly string[] {
  if (result.kind === 'refused') return problemsOf(result);
  return result.buildpacks.map(({ buildpack: { id, version } }) => `${id}@${version}`);
}

import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import type { BuilderScope } from '../buildpacks/builder-scope.ts';
import type { BaseImages } from '../buildpacks/compatibility/base-images.ts';
import type { Resolution } from '../buildpacks/resolution.ts';
import { resolveOrder } from '../buildpacks/resolve-order.ts';
import { fieldError, fieldWarning, hasErrors, type FieldProblem } from '../model/problem.ts';
import { readLifecycle, type BuilderLifecycle } from './parts/read-lifecycle.ts';
import { readStack, type BuilderStack } from './parts/read-stack.ts';
import { unknown, type Reading } from './reading.ts';
import { readSources } from './sources/read-sources.ts';
import type { BuilderWorld } from './world.ts';

/** A builder with what its order means and what it stands on. */
export interface BuilderReading {
  readonly builder: Builder | ClusterBuilder;
  readonly resolution: Resolution;
  readonly stack: Reading<BuilderStack>;
  readonly lifecycle: Reading<BuilderLifecycle>;
  /** What is missing of the world, and what is wrong with the order. */
  readonly problems: readonly FieldProblem[];
}

/** Joins a builder with all that it names. What is not known of its stack and lifecycle its order is not checked against. */
export function readBuilder(builder: Builder | ClusterBuilder, world: BuilderWorld): BuilderReading {
  const scope = scopeOf(builder);
  const stack = stackOf(builder, world);
  const lifecycle = lifecycleOf(builder, world);
  const { sources, unknown: unread } = readSources(world, scope, builder.spec.order ?? []);
  const order = (builder.spec.order ?? []).map(({ group = [] }) => ({ group }));
  const resolution = resolveOrder({ builder: scope, order, sources, ...baseImages(stack, lifecycle) });
  const problems = [
    ...emptyOrder(order),
    ...missingStore(scope, world),
    ...problemsOf(stack, 'stack'),
    ...problemsOf(lifecycle, 'lifecycle'),
    ...unread.map((reason): FieldProblem => ({ ...reason, paths: [['spec', 'order']] })),
    // What nobody looked at may be what seems to be missing.
    ...(resolution.kind === 'refused' && !hasErrors(unread) ? resolution.problems : []),
  ];
  return { builder, resolution, stack, lifecycle, problems };
}

function scopeOf({ kind, metadata, spec }: Builder | ClusterBuilder): BuilderScope {
  const name = spec.store?.name ?? '';
  const store = name === '' ? {} : { store: name };
  return kind === 'Builder' ? { kind, namespace: metadata.namespace ?? '', ...store } : { kind, ...store };
}

function stackOf({ spec }: Builder | ClusterBuilder, world: BuilderWorld): Reading<BuilderStack> {
  const { name } = spec.stack;
  const stack = world.clusterStack(name);
  return stack === undefined ? unknown(notFound('ClusterStack', name)) : readStack(stack, world);
}

function lifecycleOf({ spec }: Builder | ClusterBuilder, world: BuilderWorld): Reading<BuilderLifecycle> {
  const { name } = spec.lifecycle;
  const lifecycle = world.clusterLifecycle(name);
  return lifecycle === undefined ? unknown(notFound('ClusterLifecycle', name)) : readLifecycle(lifecycle, world);
}

/** kpack makes such builders. */
function emptyOrder(order: readonly { readonly group: readonly unknown[] }[]): readonly FieldProblem[] {
  if (order.some(({ group }) => group.length > 0)) return [];
  return [fieldWarning(['spec', 'order'], 'the order names no buildpack, so the builder can build nothing')];
}

function missingStore({ store }: BuilderScope, world: BuilderWorld): readonly FieldProblem[] {
  if (store === undefined || world.clusterStore(store) !== undefined) return [];
  return [fieldError(['spec', 'store'], notFound('ClusterStore', store))];
}

function notFound(kind: string, name: string): string {
  return `${kind} "${name}" not found; add it by -f`;
}

function problemsOf(reading: Reading<unknown>, field: 'stack' | 'lifecycle'): readonly FieldProblem[] {
  if (reading.kind === 'known') return [];
  return reading.reasons.map((reason) => ({ severity: 'error', paths: [['spec', field]], ...reason }));
}

function baseImages(stack: Reading<BuilderStack>, lifecycle: Reading<BuilderLifecycle>): BaseImages {
  return {
    ...(stack.kind === 'known' && { stack: stackFacts(stack.value) }),
    ...(lifecycle.kind === 'known' && { lifecycle: lifecycleFacts(lifecycle.value) }),
  };
}

function stackFacts({ id, mixins, build, distro }: BuilderStack): NonNullable<BaseImages['stack']> {
  const { os, architecture, variant } = build.configuration.read;
  const platform = {
    os,
    ...(architecture !== undefined && { architecture }),
    ...(variant !== undefined && { variant }),
  };
  return { id, mixins, platform, ...(distro !== undefined && { distro }) };
}

function lifecycleFacts({ name, apis, platform }: BuilderLifecycle): NonNullable<BaseImages['lifecycle']> {
  return { image: name, buildpackApis: apis.buildpack, platformApis: apis.platform, platform };
}

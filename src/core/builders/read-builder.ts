import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import type { BuilderScope } from '../buildpacks/buildpack-source.ts';
import { isMissingBuildpack } from '../buildpacks/candidates.ts';
import type { BaseImages } from '../buildpacks/base-images.ts';
import type { Resolution } from '../buildpacks/resolution.ts';
import { resolveOrder } from '../buildpacks/resolve-order.ts';
import { fieldError, fieldWarning, hasErrors, type FieldProblem } from '../model/problem.ts';
import { readLifecycle, type BuilderLifecycle } from './resources/lifecycle.ts';
import { readStack, type BuilderStack } from './resources/stack.ts';
import { unknown, type Reading } from './reading.ts';
import { readSources, type Sources } from './resources/sources.ts';
import type { BuilderResources } from './builder-resources.ts';

/** A builder with its resolved order, stack and lifecycle. */
export interface BuilderReading {
  readonly builder: Builder | ClusterBuilder;
  readonly resolution: Resolution;
  readonly stack: Reading<BuilderStack>;
  readonly lifecycle: Reading<BuilderLifecycle>;
  /** Problems of the resources and images that the builder refers to, and of its order. */
  readonly problems: readonly FieldProblem[];
}

/** Reads all resources that a builder refers to and resolves its order. Checks against an unknown stack or lifecycle are skipped. */
export function readBuilder(builder: Builder | ClusterBuilder, resources: BuilderResources): BuilderReading {
  const scope = scopeOf(builder);
  const stack = stackOf(builder, resources);
  const lifecycle = lifecycleOf(builder, resources);
  const { sources, unknown: unread } = readSources(resources, scope, builder.spec.order ?? []);
  const order = (builder.spec.order ?? []).map(({ group = [] }) => ({ group }));
  const resolution = resolveOrder({ builder: scope, order, sources, ...baseImages(stack, lifecycle) });
  const { store } = scope;
  const storeProblems =
    store === undefined || resources.clusterStore(store) !== undefined
      ? []
      : [fieldError(['spec', 'store'], notFound('ClusterStore', store))];
  const problems = [
    ...(order.some(({ group }) => group.length > 0) ? [] : [EMPTY_ORDER]),
    ...storeProblems,
    ...problemsOf(stack, 'stack'),
    ...problemsOf(lifecycle, 'lifecycle'),
    ...unreadSources(unread, resolution),
    // A buildpack that seems to be missing may be in an image without facts.
    ...(resolution.kind === 'refused' && !hasErrors(unread) ? orderProblems(resolution.problems, storeProblems) : []),
  ];
  return { builder, resolution, stack, lifecycle, problems };
}

function scopeOf({ kind, metadata, spec }: Builder | ClusterBuilder): BuilderScope {
  const name = spec.store?.name ?? '';
  const store = name === '' ? {} : { store: name };
  return kind === 'Builder' ? { kind, namespace: metadata.namespace ?? '', ...store } : { kind, ...store };
}

function stackOf({ spec }: Builder | ClusterBuilder, resources: BuilderResources): Reading<BuilderStack> {
  const { name } = spec.stack;
  const stack = resources.clusterStack(name);
  return stack === undefined ? unknown(notFound('ClusterStack', name)) : readStack(stack, resources);
}

function lifecycleOf({ spec }: Builder | ClusterBuilder, resources: BuilderResources): Reading<BuilderLifecycle> {
  const { name } = spec.lifecycle;
  const lifecycle = resources.clusterLifecycle(name);
  return lifecycle === undefined ? unknown(notFound('ClusterLifecycle', name)) : readLifecycle(lifecycle, resources);
}

/** A warning, because kpack accepts such builders. */
const EMPTY_ORDER = fieldWarning(['spec', 'order'], 'the order names no buildpack, so the builder can build nothing');

/** A resource without status and facts is an error only if the order needs it, because kpack uses the others. */
function unreadSources(unread: Sources['unknown'], resolution: Resolution): readonly FieldProblem[] {
  const paths: FieldProblem['paths'] = [['spec', 'order']];
  return unread.map((reason): FieldProblem => {
    if (resolution.kind === 'refused' || reason.lacksFactsOf === undefined) return { ...reason, paths };
    return { ...reason, severity: 'warning', message: `resolved without ${reason.message}`, paths };
  });
}

/** Returns the problems of the order. Without the store, the buildpacks that seem to be missing may be in it. */
function orderProblems(
  problems: readonly FieldProblem[],
  storeProblems: readonly FieldProblem[],
): readonly FieldProblem[] {
  return storeProblems.length === 0 ? problems : problems.filter((problem) => !isMissingBuildpack(problem));
}

function notFound(kind: string, name: string): string {
  const resource = kind.toLowerCase();
  const command = `kubectl get ${resource} ${name} -o yaml > ${resource}-${name}.yaml`;
  return `${kind} "${name}" not found; add the file with -f, or write it from a cluster with "${command}"`;
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

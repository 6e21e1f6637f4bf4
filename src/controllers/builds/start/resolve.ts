import type { Build } from '../../../api/kpack/build.ts';
import { formatFieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { ResolvedBuild } from '../../../model/resolved-build.ts';
import type { KnownBuilder, ReferencedObjects } from '../../../resolver/referenced-objects.ts';
import { resolveBuild } from '../../../resolver/resolve-build.ts';
import type { ControllerSettings } from '../../../settings/controller-settings.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import type { Backend, Recreation } from '../status/recorded-status.ts';
import { createNamespacePermissions } from './namespace-permissions.ts';
import { completeBuild, readBuild } from './read-build.ts';
import { createReferenceReader, type Missing, type ReferenceSource } from './read-references.ts';
import { createSecretCheck } from './workload-account.ts';
import type { TektonFlags } from './tekton-flags.ts';

/** A Build to start, as the cache has it. */
export interface StartRequest {
  readonly build: ActiveBuild;
  readonly backend: Backend;
  readonly recreation: Recreation | undefined;
  /** The builder that the Build references. */
  readonly builder: KnownBuilder | undefined;
}

export interface Resolved {
  readonly kind: 'resolved';
  readonly build: Build;
  readonly objects: ReferencedObjects;
  readonly resolved: ResolvedBuild;
  /** The labels and annotations of the Build that its workload does not get, as `metadata.FIELD[KEY]`. */
  readonly leftOut: readonly string[];
}

export type Resolution = Resolved | Missing | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

export interface ResolverDependencies extends ReferenceSource {
  readonly settings: ControllerSettings;
  readonly tektonFlags: TektonFlags;
  readonly betweenReconciles: Pick<StateBetweenReconciles, 'readsOf'>;
}

export type Resolve = (request: StartRequest, signal: AbortSignal) => Promise<Resolution>;

/** Reads a Build and the objects that it references, and resolves it. */
export function createResolver(dependencies: ResolverDependencies): Resolve {
  const { settings, client, betweenReconciles } = dependencies;
  const readReferences = createReferenceReader(dependencies);
  const exposedSecrets = createSecretCheck(dependencies);
  const permissions = createNamespacePermissions(dependencies);
  return async ({ build, builder, backend }, signal) => {
    const read = readBuild(await completeBuild(build, client, signal));
    if (read.kind === 'problems') return { kind: 'refused', problems: read.problems };
    const reads = betweenReconciles.readsOf(build.uid);
    const { namespace } = build;
    // Secrets that the Build may not name are not read.
    const envFromSecrets = hasSecretKeys(read.build) && (await permissions.envFromSecrets(namespace, reads, signal));
    const [references, workloadIdentity] = await Promise.all([
      readReferences({ build: read.build, namespace, builder, envFromSecrets }, reads, signal),
      permissions.workloadIdentity(namespace, reads, signal),
    ]);
    if (references.kind === 'missing') return references;
    if (references.kind === 'refused') return { kind: 'refused', problems: [references.problem] };
    const { objects } = references;
    const { build: resolved, problems } = resolveBuild(read.build, objects, {
      policy: settings,
      workloadIdentity,
      envFromSecrets,
      maxDebugHoldSeconds: settings.maxDebugHoldSeconds,
    });
    const exposed = backend === 'tekton' ? await exposedSecrets(read.build, { objects, workloadIdentity }, signal) : [];
    if (exposed.length > 0) return { kind: 'refused', problems: exposed };
    if (resolved !== undefined) {
      return { kind: 'resolved', build: read.build, objects, resolved, leftOut: leftOutFields(problems) };
    }
    return { kind: 'refused', problems: problems.filter(({ severity }) => severity === 'error') };
  };
}

function hasSecretKeys({ spec: { env = [] } }: Build): boolean {
  return env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined);
}

function leftOutFields(problems: readonly FieldProblem[]): readonly string[] {
  const fields = problems.flatMap(({ severity, paths: [path] }) => (severity === 'note' ? [path] : []));
  return fields.filter(([head]) => head === 'metadata').map(formatFieldPath);
}

import type { Build } from '../../../core/api/kpack/build.ts';
import { NAMESPACES } from '../../../clients/kube/client/resources.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import {
  ENV_FROM_SECRETS_LABEL,
  IMAGE_EXTENSIONS_LABEL,
  WORKLOAD_IDENTITY_LABEL,
} from '../../../core/model/namespace-permission.ts';
import { asObject } from '../../../core/model/objects/object-meta.ts';
import { formatFieldPath, type FieldProblem } from '../../../core/model/problem.ts';
import type { ResolvedBuild } from '../../../core/model/resolved-build.ts';
import type { KnownBuilder } from '../../../core/resolver/referenced-objects.ts';
import { resolveBuild } from '../../../core/resolver/resolve-build.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { BuildReads, PermissionLabels } from '../state-between-reconciles/state-between-reconciles.ts';
import type { Backend, Recreation } from '../status/recorded-status.ts';
import { chainsLoginOf } from './chains-login.ts';
import { completeBuild, readBuild } from './read-build.ts';
import { readReferences, type Missing } from './read-references.ts';
import { checkSecrets } from './workload-account.ts';

/** A Build to start, as the cache has it. */
export interface StartRequest {
  readonly build: ActiveBuild;
  readonly backend: Backend;
  readonly recreation: Recreation | undefined;
  /** The builder that the Build references. */
  readonly builder: KnownBuilder | undefined;
}

export type Resolution =
  | ({ readonly kind: 'resolved' } & ResolvedToStart)
  | Missing
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

export interface ResolvedToStart {
  readonly resolved: ResolvedBuild;
  /** The labels and annotations of the Build that its workload does not get, as `metadata.FIELD[KEY]`. */
  readonly leftOut: readonly string[];
  /** The name of the Secret with which Tekton Chains pushes the signatures of the Build's image. */
  readonly chainsLogin?: string;
}

/** Reads a Build and the objects that it references, and resolves it. */
export async function resolve(context: BuildContext, { build, builder, backend }: StartRequest): Promise<Resolution> {
  const { settings, betweenReconciles } = context;
  const read = readBuild(await completeBuild(context, build));
  if (read.kind === 'problems') return { kind: 'refused', problems: read.problems };
  const reads = betweenReconciles.readsOf(build.uid);
  const { namespace } = build;
  // Secrets that the Build may not name are not read.
  const envFromSecrets = hasSecretKeys(read.build) && (await isPermitted(context, 'envFromSecrets', namespace, reads));
  const [references, workloadIdentity, extendsBuildImages] = await Promise.all([
    readReferences(context, { build: read.build, namespace, builder, envFromSecrets }, reads),
    isPermitted(context, 'workloadIdentity', namespace, reads),
    settings.extensionBuilders.length > 0 && isLabeled(context, 'imageExtensions', namespace, reads),
  ]);
  if (references.kind === 'missing') return references;
  if (references.kind === 'refused') return { kind: 'refused', problems: [references.problem] };
  const { objects } = references;
  const { build: resolved, problems } = resolveBuild(read.build, objects, {
    policy: settings,
    workloadIdentity,
    envFromSecrets,
    extendsBuildImages,
    maxDebugHoldSeconds: settings.maxDebugHoldSeconds,
  });
  const exposed = backend === 'tekton' ? await checkSecrets(context, read.build, { objects, workloadIdentity }) : [];
  if (exposed.length > 0) return { kind: 'refused', problems: exposed };
  if (resolved === undefined) {
    return { kind: 'refused', problems: problems.filter(({ severity }) => severity === 'error') };
  }
  const chains = chainsLoginOf(read.build.spec.serviceAccountName, objects);
  if (chains.kind === 'refused' && backend === 'tekton') return { kind: 'refused', problems: [chains.problem] };
  const login = chains.kind === 'secret' ? { chainsLogin: chains.secret } : {};
  return { kind: 'resolved', resolved, leftOut: leftOutFields(problems), ...login };
}

function hasSecretKeys({ spec: { env = [] } }: Build): boolean {
  return env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined);
}

function leftOutFields(problems: readonly FieldProblem[]): readonly string[] {
  const fields = problems.flatMap(({ severity, paths: [path] }) => (severity === 'note' ? [path] : []));
  return fields.filter(([head]) => head === 'metadata').map(formatFieldPath);
}

/** True if the setting permits something to the Builds of a namespace. */
async function isPermitted(
  context: BuildContext,
  setting: 'workloadIdentity' | 'envFromSecrets',
  namespace: string,
  reads: BuildReads,
): Promise<boolean> {
  switch (context.settings[setting]) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'labeled':
      return isLabeled(context, setting, namespace, reads);
  }
}

/**
 * True if a namespace has the label that permits something. Namespaces are cluster-scoped, so their labels are the decision of an
 * administrator of the cluster.
 */
async function isLabeled(
  context: BuildContext,
  permission: keyof PermissionLabels,
  namespace: string,
  reads: BuildReads,
): Promise<boolean> {
  return (await reads.permissionLabels({ name: namespace }, async () => readLabels(context, namespace)))[permission];
}

const NO_LABELS: PermissionLabels = { workloadIdentity: false, envFromSecrets: false, imageExtensions: false };

async function readLabels({ client, signal }: BuildContext, name: string): Promise<PermissionLabels> {
  try {
    const { labels } = asObject(await client.get(NAMESPACES, { name }, { signal })).metadata;
    return {
      workloadIdentity: labels.get(WORKLOAD_IDENTITY_LABEL) === 'true',
      envFromSecrets: labels.get(ENV_FROM_SECRETS_LABEL) === 'true',
      imageExtensions: labels.get(IMAGE_EXTENSIONS_LABEL) === 'true',
    };
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return NO_LABELS;
    throw error;
  }
}

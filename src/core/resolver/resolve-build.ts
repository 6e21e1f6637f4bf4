import type { Build } from '../api/kpack/build.ts';
import { DEBUG_ANNOTATION } from '../model/debug-mode.ts';
import type { BuildNetwork } from '../model/build-network.ts';
import type { BuildPolicy } from '../model/build-policy.ts';
import { parseImageReference } from '../model/image-reference.ts';
import { fieldError, fieldWarning, hasErrors, type FieldProblem } from '../model/problem.ts';
import type { ResolvedBuild } from '../model/resolved-build.ts';
import { resolveBuilderImage, resolveRunImage, type BuilderImage } from './builder-image.ts';
import { resolveBuilder } from './resolve-builder.ts';
import { resolveDebugMode, type DebugOptions } from './debug-mode.ts';
import { resolveCredentials } from './credentials.ts';
import { resolveExecEnv } from './exec-env.ts';
import { checkCacheTag, chooseRebase, resolveFullBuild } from './operation.ts';
import { resolveActiveDeadline, resolvePlacement, resolveResources } from './pod-settings.ts';
import type { ReferencedObjects } from './referenced-objects.ts';
import type { Report } from './report.ts';
import { runsCreator } from './trusted-lifecycle.ts';
import { resolveAccountSecrets } from './service-account.ts';
import { resolveSignatureAnnotations } from './signing.ts';
import { createdAt } from './times.ts';
import { resolveMetadata } from './workload-metadata.ts';

/** The policy of the installation, and the permissions of one Build. */
export interface ResolveOptions extends DebugOptions {
  readonly policy: BuildPolicy;
  /** Seconds since 1970: the creation time of Builds without `metadata.creationTimestamp`. */
  readonly now?: number;
  /** True if the Build may use the cloud identity of its ServiceAccount. */
  readonly workloadIdentity: boolean;
  /** True if the Build's `env` may name keys of Secrets. */
  readonly envFromSecrets: boolean;
  /** True if image extensions of the builders in `extensionBuilders` may extend the build image, as root. */
  readonly extendsBuildImages: boolean;
}

/** A resolved Build and the problems. `build` is absent if there is an error. */
export interface Resolution {
  readonly build?: ResolvedBuild;
  readonly problems: readonly FieldProblem[];
}

/**
 * Resolves all references of a Build. The Build must have passed kpack's rules (src/core/api/kpack/build-rules.ts). Reports all
 * problems at once.
 */
export function resolveBuild(build: Build, objects: ReferencedObjects, options: ResolveOptions): Resolution {
  const problems: FieldProblem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  if (build.spec.notary !== undefined) {
    report(
      fieldError(
        ['spec', 'notary'],
        'signing with Notary is not supported: remove the field and sign with a cosign key',
      ),
    );
  }
  const builder = resolveBuilderImage(build, objects, report);
  const resolved = resolveWith(build, builder, objects, options, report);
  return { ...(resolved !== undefined && !hasErrors(problems) && { build: resolved }), problems };
}

function resolveWith(
  build: Build,
  builder: BuilderImage | undefined,
  objects: ReferencedObjects,
  options: ResolveOptions,
  report: Report,
): ResolvedBuild | undefined {
  const { policy, envFromSecrets } = options;
  const created = createdAt(build, options.now);
  const buildExecEnv = resolveExecEnv(build, report);
  const rebase = builder && chooseRebase(build, builder, buildExecEnv, report);
  // A debugged Build stops between phases, and has no container that could push its image.
  const isDebugged = build.metadata.annotations?.[DEBUG_ANNOTATION] !== undefined;
  const containers = !isDebugged && builder && runsCreator(builder, policy) ? 'creator' : 'per-phase';
  const operation =
    rebase?.rebase ?? resolveFullBuild(build, objects, { created, envFromSecrets, containers, buildExecEnv }, report);
  const placement = resolvePlacement(build, builder, report);
  const fields = resolveOwnFields(build, objects, { created, fetchesSource: rebase === undefined }, report);
  if (builder === undefined) return undefined;
  const runImage = resolveRunImage(build, builder, report);
  checkCacheTag(build, { builder: builder.reference, runImage, execEnv: buildExecEnv }, report);
  const resolvedBuilder = resolveBuilder(
    build,
    builder,
    {
      operation,
      rebaseApi: rebase?.platformApi,
      containers,
      runImage,
      execEnv: buildExecEnv.execEnv,
      policy,
      extendsBuildImages: options.extendsBuildImages,
    },
    report,
  );
  const debug = resolveDebugMode(build, operation, options, report);
  const network = resolveNetwork(build, objects, report);
  const labelsAndAnnotations = resolveMetadata(build, policy.allowedAnnotations, report);
  if (operation === undefined || resolvedBuilder === undefined) return undefined;
  return {
    ...identity(build),
    ...labelsAndAnnotations,
    ...fields,
    builder: resolvedBuilder,
    runImage,
    operation,
    serviceAccountName: build.spec.serviceAccountName,
    workloadIdentity: options.workloadIdentity,
    placement,
    trustUnknownSshHosts: policy.trustUnknownSshHosts,
    sourceLimits: policy.sourceLimits,
    ...signingRules(policy, fields.credentials),
    ...(network !== undefined && { network }),
    ...(debug !== undefined && { debug }),
  };
}

/** Resolves the fields that do not depend on the builder. */
function resolveOwnFields(
  build: Build,
  objects: ReferencedObjects,
  { created, fetchesSource }: { readonly created: number | undefined; readonly fetchesSource: boolean },
  report: Report,
): Pick<ResolvedBuild, 'tags' | 'credentials' | 'signatureAnnotations' | 'resources' | 'activeDeadlineSeconds'> {
  const secrets = resolveAccountSecrets(build, objects, report);
  const credentials = resolveCredentials(build, secrets, { source: fetchesSource }, report);
  const tags = resolveTags(build, report);
  const signatureAnnotations = resolveSignatureAnnotations(build, credentials.signing, created, report);
  const resources = resolveResources(build, report);
  const activeDeadlineSeconds = resolveActiveDeadline(build, report);
  return {
    tags,
    credentials,
    signatureAnnotations,
    resources,
    ...(activeDeadlineSeconds !== undefined && { activeDeadlineSeconds }),
  };
}

/** Returns the tags, whose form kpack's rules have checked. */
function resolveTags(build: Build, report: Report): readonly [string, ...string[]] {
  const [first = '', ...others] = build.spec.tags;
  const registries = new Set([first, ...others].map((tag) => parseImageReference(tag)?.registry));
  if (registries.size > 1) {
    const message = 'the tags name several registries, and the lifecycle rejects that: use tags of one registry';
    report(fieldWarning(['spec', 'tags'], message));
  }
  return [first, ...others];
}

function identity({ apiVersion, kind, metadata }: Build): Pick<ResolvedBuild, 'name' | 'namespace' | 'owner'> {
  const { name, namespace, uid } = metadata;
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { owner: { apiVersion, kind, name, uid } }),
  };
}

/** Returns the rules of the operator for a Build whose image is signed. */
function signingRules(
  { attestBuilds, signatureFormat }: BuildPolicy,
  { signing }: ResolvedBuild['credentials'],
): Pick<ResolvedBuild, 'attestedIn' | 'signatureFormat'> {
  if (signing.length === 0) return {};
  return {
    ...(attestBuilds !== 'none' && { attestedIn: attestBuilds }),
    ...(signatureFormat !== 'both' && { signatureFormat }),
  };
}

/** Returns the certificates and proxies of the Build's namespace, or `undefined` if there are none. */
function resolveNetwork(build: Build, objects: ReferencedObjects, report: Report): BuildNetwork | undefined {
  const { network, problems } = objects.network(build.metadata.namespace);
  for (const problem of problems) report(fieldError([], problem));
  const { certificates, proxies } = network;
  const isEmpty = certificates === undefined && Object.values(proxies).every((value) => value === '');
  return isEmpty ? undefined : network;
}

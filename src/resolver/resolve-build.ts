import type { Build } from '../api/kpack/build.ts';
import type { PlatformApi } from '../model/platform-api.ts';
import { fieldError, hasErrors, type FieldProblem } from '../model/problem.ts';
import type { ResolvedBuild } from '../model/resolved-build.ts';
import type { SourceLimits } from '../model/source-limits.ts';
import { resolveBuilderImage, type BuilderImage } from './builder-image.ts';
import { resolveCredentials } from './credentials.ts';
import { resolveRunImage, resolveTags } from './images.ts';
import { chooseRebase, resolveFullBuild } from './operation.ts';
import { resolvePlacement } from './placement.ts';
import { choosePlatformApi } from './platform-api.ts';
import type { Report } from './report.ts';
import { resolveResources } from './resources.ts';
import { resolveAccountSecrets } from './service-account.ts';
import { resolveSignatureAnnotations } from './signature-annotations.ts';
import { createdAt, resolveTimeLimit } from './times.ts';
import type { World } from './world.ts';

export interface ResolveOptions {
  /** Seconds since 1970, for Builds that do not say when they were created. */
  readonly now?: number;
  readonly maximumPlatformApi: PlatformApi;
  readonly trustUnknownSshHosts: boolean;
  readonly sourceLimits: SourceLimits;
}

/** A Build as translators want it, or every reason why it cannot be had. */
export interface Resolution {
  readonly build?: ResolvedBuild;
  readonly problems: readonly FieldProblem[];
}

/** Joins a Build, which kpack's rules have passed, with what is known of all that it names. */
export function resolveBuild(build: Build, world: World, options: ResolveOptions): Resolution {
  const problems: FieldProblem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  if (build.spec.notary !== undefined) {
    report(fieldError(['spec', 'notary'], 'signing with Notary is not supported: sign with a cosign key instead'));
  }
  const builder = resolveBuilderImage(build, world, report);
  const resolved = resolveWith(build, builder, world, options, report);
  return { ...(resolved !== undefined && !hasErrors(problems) && { build: resolved }), problems };
}

function resolveWith(
  build: Build,
  builder: BuilderImage | undefined,
  world: World,
  options: ResolveOptions,
  report: Report,
): ResolvedBuild | undefined {
  const created = createdAt(build, options.now);
  const rebase = builder && chooseRebase(build, builder, report);
  const operation = rebase?.rebase ?? resolveFullBuild(build, world, created, report);
  const secrets = resolveAccountSecrets(build, world, report);
  const credentials = resolveCredentials(build, secrets, { source: rebase === undefined }, report);
  const rest = {
    tags: resolveTags(build, report),
    credentials,
    signatureAnnotations: resolveSignatureAnnotations(build, credentials.signing, created, report),
    resources: resolveResources(build, report),
    timeLimit: resolveTimeLimit(build, report),
  };
  if (builder === undefined) return undefined;
  const runImage = resolveRunImage(build, builder, report);
  const platformApi = rebase?.platformApi ?? choosePlatformApi(builder, options.maximumPlatformApi, report);
  if (operation === undefined || platformApi === undefined) return undefined;
  const { timeLimit, ...required } = rest;
  return {
    ...identity(build),
    ...required,
    ...(timeLimit !== undefined && { timeLimit }),
    builder: { image: builder.image, uid: builder.uid, gid: builder.gid, platformApi, ...builderResource(build) },
    runImage,
    operation,
    serviceAccountName: build.spec.serviceAccountName,
    placement: resolvePlacement(build),
    trustUnknownSshHosts: options.trustUnknownSshHosts,
    sourceLimits: options.sourceLimits,
  };
}

function identity({
  apiVersion,
  kind,
  metadata,
}: Build): Pick<ResolvedBuild, 'name' | 'namespace' | 'owner' | 'labels' | 'annotations'> {
  const { name, namespace, uid, labels = {}, annotations = {} } = metadata;
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { owner: { apiVersion, kind, name, uid } }),
    labels,
    annotations,
  };
}

/** Named by the reference, or by the annotations that an Image's controller leaves on its Builds. */
function builderResource({ metadata, spec }: Build): Pick<ResolvedBuild['builder'], 'resource'> {
  const { annotations = {} } = metadata;
  const kind = spec.builder.ref?.kind ?? annotations['image.kpack.io/builderKind'] ?? '';
  const name = spec.builder.ref?.name ?? annotations['image.kpack.io/builderName'] ?? '';
  return kind === '' || name === '' ? {} : { resource: { kind, name } };
}

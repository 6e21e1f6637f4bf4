import type {
  ApplicationInputs,
  AttestationInputs,
  BuildInputs,
  SourceInputs,
} from '../../../core/model/build-inputs.ts';
import { parseImageReference, repositoryName } from '../../../core/model/image-reference.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import type { Workload } from '../../../core/model/workload.ts';
import { PREDICATE_TYPES, type Attestation } from '../../../clients/signing/statement.ts';
import { publicBlobUrl, publicUrl } from '../../../core/model/public-url.ts';

/** The facts that the build found out, which no input contains. */
export interface BuildFindings {
  /** The digest of the source: the commit of a git repository, or the sha256 of a blob or image. */
  readonly source?: Digest;
  /** The run image by digest. */
  readonly runImage?: string;
  readonly buildpacks: readonly { readonly id: string; readonly version: string }[];
  /** The build.Dockerfiles of image extensions that extended the build image. */
  readonly dockerfiles: readonly { readonly id: string; readonly sha256: string }[];
  /** The time when the build ended, in milliseconds since 1970. */
  readonly finishedMs: number;
  /** The version of taskpack. */
  readonly version: string;
}

type Digest = { readonly gitCommit: string } | { readonly sha256: string };

/** The parameters below have this meaning. The page of the reference describes them. */
const BUILD_TYPE = 'https://github.com/taskpack/taskpack/blob/main/docs/reference/provenance.md#build-type-v1';
const BUILDER_ID = 'https://github.com/taskpack/taskpack';

/**
 * Returns the SLSA v1 provenance of an image (https://slsa.dev/spec/v1.0/provenance). It has the names of variables and bindings, and no
 * value of them.
 */
export function provenance(inputs: BuildInputs, attestation: AttestationInputs, found: BuildFindings): Attestation {
  const { uid } = attestation.build;
  return {
    predicateType: PREDICATE_TYPES.slsaprovenance1,
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: externalParameters(inputs, attestation),
        internalParameters: internalParameters(inputs, attestation),
        resolvedDependencies: resolvedDependencies(inputs, attestation, found),
      },
      runDetails: {
        builder: { id: BUILDER_ID, version: { taskpack: found.version } },
        metadata: {
          ...(uid !== undefined && { invocationId: uid }),
          finishedOn: `${new Date(found.finishedMs).toISOString().slice(0, 19)}Z`,
        },
        ...(found.dockerfiles.length > 0 && { byproducts: found.dockerfiles.map(byproduct) }),
      },
    },
  };
}

/** Returns the descriptor of a file that the build itself generated. */
function byproduct({ id, sha256 }: BuildFindings['dockerfiles'][number]): JsonObject {
  return { name: `build.Dockerfile of ${id}`, digest: { sha256 } };
}

function externalParameters(
  { tags, builder, runImage, application }: BuildInputs,
  { previousImage, defaultProcess, execEnv, bindings }: AttestationInputs,
): JsonObject {
  const { isExtended: _, ...named } = builder;
  return {
    ...(application !== undefined && applicationParameters(application)),
    ...(bindings !== undefined && { bindings }),
    ...(defaultProcess !== undefined && { defaultProcess }),
    ...(execEnv !== undefined && { execEnv }),
    tags,
    builder: { ...named },
    runImage,
    ...(previousImage !== undefined && { previousImage }),
  };
}

function applicationParameters(application: ApplicationInputs): JsonObject {
  const { subPath, projectDescriptorPath, environment } = application;
  return {
    source: { ...sourceParameters(application.source), ...(subPath !== undefined && { subPath }) },
    ...(projectDescriptorPath !== undefined && { projectDescriptorPath }),
    environment: environment.map(({ name }) => name),
  };
}

function sourceParameters(source: SourceInputs): JsonObject {
  switch (source.kind) {
    case 'git': {
      const { revision, initializeSubmodules } = source;
      return { git: { url: shownUrl(source.url), revision, ...(initializeSubmodules && { initializeSubmodules }) } };
    }
    case 'blob':
      return { blob: { url: shownUrl(source.url), stripComponents: source.stripComponents } };
    case 'registry':
      return { registry: { image: source.image } };
    case 'directory':
      return {};
  }
}

function internalParameters(
  { application }: BuildInputs,
  { build, workload, containers }: AttestationInputs,
): JsonObject {
  const { namespace, name } = build;
  return {
    build: { ...(namespace !== undefined && { namespace }), name },
    ...WORKLOADS[workload],
    phases: application === undefined ? 'rebase' : containers,
  };
}

const WORKLOADS: Readonly<Record<Workload, JsonObject>> = {
  taskrun: { backend: 'tekton' },
  'pod-init': { backend: 'native', layout: 'init' },
  'pod-containers': { backend: 'native', layout: 'containers' },
};

/** Returns descriptors (in-toto attestation, spec/v1/resource_descriptor.md). */
function resolvedDependencies(
  { builder, runImage, application }: BuildInputs,
  { lifecycle, previousImage }: AttestationInputs,
  found: BuildFindings,
): readonly JsonObject[] {
  const isRebase = application === undefined;
  return [
    ...(application === undefined ? [] : sourceDependency(application.source, found.source)),
    ...imageDependency('builder', builder.image),
    ...(lifecycle === undefined ? [] : imageDependency('lifecycle', lifecycle)),
    ...imageDependency('run image', found.runImage ?? runImage),
    ...(isRebase && previousImage !== undefined ? imageDependency('previous image', previousImage) : []),
    // The URI is pack's for a buildpack of the builder.
    ...found.buildpacks.map(({ id, version }) => ({ name: 'buildpack', uri: `urn:cnb:builder:${id}@${version}` })),
  ];
}

function sourceDependency(source: SourceInputs, digest: Digest | undefined): readonly JsonObject[] {
  const uri = sourceUri(source);
  return uri === undefined ? [] : [{ name: 'source', uri, ...(digest !== undefined && { digest }) }];
}

function sourceUri(source: SourceInputs): string | undefined {
  switch (source.kind) {
    case 'git':
      return `git+${shownUrl(source.url)}@${source.revision}`;
    case 'blob':
      return shownUrl(source.url);
    case 'registry':
      return imageUri(source.image);
    case 'directory':
      return undefined;
  }
}

function imageDependency(name: string, image: string): readonly JsonObject[] {
  const digest = parseImageReference(image)?.digest;
  const sha256 = digest?.slice('sha256:'.length);
  return [{ name, uri: imageUri(image), ...(sha256 !== undefined && { digest: { sha256 } }) }];
}

function imageUri(image: string): string {
  const reference = parseImageReference(image);
  if (reference === undefined) return `oci://${image}`;
  const { tag } = reference;
  return `oci://${repositoryName(reference)}${tag === undefined ? '' : `:${tag}`}`;
}

/** A URL can contain a password, and its query a token or signature. An SSH address such as `git@host:path` is not a URL. */
function shownUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? publicBlobUrl(url, text) : publicUrl(url, text);
}

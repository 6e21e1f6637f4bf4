import type { BlobVersion } from './blob-version.ts';
import type { RunImages } from './run-images.ts';
import type { SignatureForm } from './signature-format.ts';
import type { SourceLimits } from './build-source.ts';
import type { FullBuild, NameValue } from './resolved-build.ts';
import type { SystemBuildpacks } from './system-buildpacks.ts';
import type { Workload } from './workload.ts';

/**
 * The input of the prepare and completion steps: one JSON document, mounted as a file. All values that users choose
 * travel in this document, because Tekton and the kubelet expand `$(…)` in commands, arguments and environment variables.
 */
export interface BuildInputs {
  readonly version: 1;
  readonly tags: readonly [string, ...string[]];
  readonly runImage: string;
  /** The image that the lifecycle takes unchanged layers from, if it is in another repository than all tags. */
  readonly previousImage?: string;
  readonly builder: BuilderInputs;
  /** The application to build. Absent for a rebase. */
  readonly application?: ApplicationInputs;
  readonly credentials: CredentialInputs;
  readonly completion: CompletionInputs;
}

export interface BuilderInputs {
  readonly image: string;
  /** The Builder or ClusterBuilder. */
  readonly kind?: string;
  readonly name?: string;
  /** True if restore reads the image, because image extensions may extend it. */
  readonly isExtended?: true;
}

export interface ApplicationInputs {
  readonly source: SourceInputs;
  readonly sourceLimits: SourceLimits;
  readonly subPath?: string;
  readonly projectDescriptorPath?: string;
  readonly environment: readonly EnvironmentInput[];
  /**
   * The directories below `<platform>/bindings` that the phases with buildpacks mount bindings at. These phases mount the
   * platform volume read-only, and a container runtime cannot create a directory for a mount in a read-only mount.
   */
  readonly bindingDirectories?: readonly string[];
  /** The run images to write into stack.toml and run.toml. Absent if the phases read the files of the builder image. */
  readonly runImages?: RunImages;
  /** The buildpacks to write into system.toml. Absent if the operator adds no buildpacks. */
  readonly systemBuildpacks?: SystemBuildpacks;
}

export type SourceInputs =
  | { readonly kind: 'git'; readonly url: string; readonly revision: string; readonly initializeSubmodules: boolean }
  | {
      readonly kind: 'blob';
      readonly url: string;
      readonly stripComponents: number;
      readonly authentication: 'none' | 'helper' | 'secret';
      /** Prepare fails if the server has another version. */
      readonly version?: BlobVersion;
    }
  | { readonly kind: 'registry'; readonly image: string; readonly pullSecrets: readonly string[] }
  /** A source that an earlier Task fetched into a workspace. `origin` is what that Task reported about it. */
  | { readonly kind: 'directory'; readonly path: string; readonly origin?: SourceOrigin };

/** The origin of a source, as the image's `io.buildpacks.project.metadata` label records it. */
export interface SourceOrigin {
  readonly url: string;
  readonly revision: string;
  readonly commit: string;
}

/**
 * A build-time variable: its value, the name of the variable of prepare's container that holds the value (`from`), or a key
 * of a mounted Secret (`secret`).
 */
export type EnvironmentInput =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly from: string }
  | { readonly name: string; readonly secret: SecretKeyInput };

/** A key of the Secret in the directory `path`. */
export interface SecretKeyInput {
  readonly path: string;
  readonly key: string;
  readonly optional?: true;
}

/**
 * The mounted Secrets by purpose. Every `path`, and every entry of `imagePull`, is a directory that holds one Secret.
 */
export interface CredentialInputs {
  readonly source: readonly {
    readonly kind: 'git-basic' | 'git-ssh' | 'blob';
    readonly server: string;
    readonly path: string;
  }[];
  readonly registry: readonly {
    readonly kind: 'basic' | 'dockerconfigjson' | 'dockercfg';
    readonly server?: string;
    readonly path: string;
  }[];
  readonly imagePull: readonly string[];
  /** True if prepare exchanges the cloud identity of the ServiceAccount for logins of cloud registries. */
  readonly cloudIdentity?: boolean;
  readonly trustUnknownSshHosts: boolean;
}

export interface CompletionInputs {
  /** The tag of the registry cache, whose digest completion reports together with the image's. */
  readonly cacheTag?: string;
  readonly signing: readonly {
    readonly path: string;
    readonly repository?: string;
    readonly dockerMediaTypes?: string;
  }[];
  readonly signatureAnnotations: readonly NameValue[];
  /** The form of signatures and attestations. Absent: both forms. */
  readonly signatureFormat?: SignatureForm;
  /** Present if completion attests the image with the signing keys. */
  readonly attestation?: AttestationInputs;
}

/** The parts of the provenance that the other inputs lack. */
export interface AttestationInputs {
  readonly build: { readonly namespace?: string; readonly name: string; readonly uid?: string };
  readonly workload: Workload;
  readonly containers: FullBuild['containers'];
  /** The image of the phases with registry credentials, if it is not the builder. */
  readonly lifecycle?: string;
  readonly previousImage?: string;
  readonly defaultProcess?: string;
  /** The execution environment that the Build names. */
  readonly execEnv?: string;
  /** The names of the bindings. */
  readonly bindings?: readonly string[];
}

/** The prefix of user variables in the environment of prepare's container. kpack uses the same prefix. */
export const PLATFORM_ENV_PREFIX = 'PLATFORM_ENV_';

import type { NamedText } from './resolved-build.ts';
import type { SourceLimits } from './source-limits.ts';

/**
 * What prepare and completion are told, as one JSON document in a file. User values travel in it and nowhere else,
 * because commands, arguments and env are places where Tekton and the kubelet replace `$(…)`.
 */
export interface BuildInputs {
  readonly version: 1;
  readonly tags: readonly [string, ...string[]];
  readonly runImage: string;
  readonly builder: { readonly image: string; readonly kind?: string; readonly name?: string };
  /** What to build; absent for a rebase. */
  readonly application?: ApplicationInputs;
  readonly credentials: CredentialInputs;
  readonly completion: CompletionInputs;
}

export interface ApplicationInputs {
  readonly source: SourceInputs;
  readonly sourceLimits: SourceLimits;
  readonly subPath?: string;
  readonly projectDescriptorPath?: string;
  readonly environment: readonly EnvironmentInput[];
}

export type SourceInputs =
  | { readonly kind: 'git'; readonly url: string; readonly revision: string; readonly initializeSubmodules: boolean }
  | {
      readonly kind: 'blob';
      readonly url: string;
      readonly stripComponents: number;
      readonly authentication: 'none' | 'helper' | 'secret';
    }
  | { readonly kind: 'registry'; readonly image: string; readonly pullSecrets: readonly string[] }
  /** A source that somebody else has fetched; `origin` is what they say of it. */
  | { readonly kind: 'directory'; readonly path: string; readonly origin?: SourceOrigin };

/** Where a source came from, as the image says it. */
export interface SourceOrigin {
  readonly url: string;
  readonly revision: string;
  readonly commit: string;
}

/** A value, or the name of the variable in prepare's own environment that holds it. */
export type EnvironmentInput =
  { readonly name: string; readonly value: string } | { readonly name: string; readonly from: string };

/** Every `path` is a directory that holds a mounted Secret. */
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
  readonly trustUnknownSshHosts: boolean;
}

export interface CompletionInputs {
  /** The tag whose digest is reported beside the image's. */
  readonly cacheTag?: string;
  readonly signing: readonly {
    readonly path: string;
    readonly repository?: string;
    readonly dockerMediaTypes?: string;
  }[];
  readonly signatureAnnotations: readonly NamedText[];
}

/** A variable of the user's keeps its name behind this prefix in prepare's environment, as in kpack's. */
export const PLATFORM_ENV_PREFIX = 'PLATFORM_ENV_';

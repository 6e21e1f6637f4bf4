/** The Secrets that a workload mounts, by purpose. One Secret may serve several purposes. */
export interface Credentials {
  readonly source: readonly SourceCredential[];
  readonly registry: readonly RegistryCredential[];
  readonly imagePull: ImagePullSecrets;
  readonly signing: readonly SigningKey[];
}

/** Names of image pull Secrets: of the ServiceAccount, and of the Build's `spec.builder`. */
export interface ImagePullSecrets {
  readonly serviceAccount: readonly string[];
  readonly builder: readonly string[];
}

/** A Secret that a phase mounts. */
export interface SecretReference {
  readonly secret: string;
  /** The position among the ServiceAccount's secrets, from 0. kpack numbers volumes by this position. */
  readonly index: number;
}

/** A credential for fetching the source. `server` is the host or URL in the Secret's annotation. */
export interface SourceCredential extends SecretReference {
  readonly kind: 'git-basic' | 'git-ssh' | 'blob';
  readonly server: string;
}

/** A credential for registries. `server` is the registry in the annotation of a basic-auth Secret. */
export type RegistryCredential = SecretReference &
  ({ readonly kind: 'basic'; readonly server: string } | { readonly kind: 'dockerconfigjson' | 'dockercfg' });

/** A Secret with a cosign key, and the options in its annotations. */
export interface SigningKey extends SecretReference {
  readonly repository?: string;
  readonly dockerMediaTypes?: string;
}

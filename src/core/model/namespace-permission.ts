/** The values of a setting that permits something to Builds. */
export const NAMESPACE_PERMISSIONS = ['never', 'labeled', 'always'] as const;

/** The Builds that a setting permits something. `labeled`: those in namespaces whose label for this setting is `true`. */
export type NamespacePermission = (typeof NAMESPACE_PERMISSIONS)[number];

/** This label of a namespace allows its Builds the cloud identity of their ServiceAccounts. */
export const WORKLOAD_IDENTITY_LABEL = 'taskpack.dev/workload-identity';

/** This label of a namespace allows image extensions to extend the build images of its Builds, as root. */
export const IMAGE_EXTENSIONS_LABEL = 'taskpack.dev/image-extensions';

/** This label of a namespace allows its Builds to read Secrets in their environment. */
export const ENV_FROM_SECRETS_LABEL = 'taskpack.dev/env-from-secrets';

/** The values of a setting that permits something to Builds: to none, to those of labelled namespaces, or to all. */
export const NAMESPACE_PERMISSIONS = ['never', 'labeled', 'always'] as const;

/** `labeled` means the Builds of the namespaces that have the label of the setting with the value `true`. */
export type NamespacePermission = (typeof NAMESPACE_PERMISSIONS)[number];

/** This label of a namespace allows its Builds the cloud identity of their ServiceAccounts. */
export const WORKLOAD_IDENTITY_LABEL = 'taskpack.dev/workload-identity';

/** This label of a namespace allows its Builds to read Secrets in their environment. */
export const ENV_FROM_SECRETS_LABEL = 'taskpack.dev/env-from-secrets';

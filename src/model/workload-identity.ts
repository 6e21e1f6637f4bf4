/** The values of the setting that says which Builds get the cloud identity of their ServiceAccount. */
export const WORKLOAD_IDENTITY = ['never', 'labeled', 'always'] as const;

/** `labeled` means the Builds of the namespaces with the label. */
export type WorkloadIdentity = (typeof WORKLOAD_IDENTITY)[number];

/** With the value `true`, this label of a namespace allows its Builds the cloud identity of their ServiceAccounts. */
export const WORKLOAD_IDENTITY_LABEL = 'taskpack.dev/workload-identity';

/** A ServiceAccount as one who has credentials for registries. */
export interface Account {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** Further Secrets of that namespace that pull images. */
  readonly imagePullSecrets?: readonly string[];
}

/** Equal for two that have the same credentials, and for no others; anonymous is one of its own. */
export function accountKey(account: Account | undefined): string {
  if (account === undefined) return 'anonymous';
  const { namespace, serviceAccount, imagePullSecrets = [] } = account;
  return JSON.stringify([namespace, serviceAccount, ...imagePullSecrets]);
}

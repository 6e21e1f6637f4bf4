/** A client certificate and its key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Credentials for an API server. */
export interface Credentials {
  /** The value of the `Authorization` header. */
  readonly authorization?: string;
  readonly certificate?: ClientCertificate;
}

/** Provides credentials. */
export interface Authentication {
  /**
   * Returns the current credentials. Rejects with `CREDENTIALS`, `CONFIGURATION`, or the reason of the aborted signal.
   */
  readonly current: (signal?: AbortSignal) => Promise<Credentials>;
  /** Drops these credentials from the cache, because the API server rejected them. */
  readonly invalidate: (credentials: Credentials) => void;
}

/** Credentials and their expiry, in milliseconds since 1970. */
export interface ExpiringCredentials {
  readonly credentials: Credentials;
  readonly expiresAtMs: number;
}

/** Caches credentials until they expire or are invalidated. Concurrent callers share one request for credentials. */
export function cachedAuthentication(obtain: () => Promise<ExpiringCredentials>, now: () => number): Authentication {
  let cached: ExpiringCredentials | undefined;
  let pending: Promise<ExpiringCredentials> | undefined;
  const request = async (): Promise<ExpiringCredentials> => {
    try {
      cached = await obtain();
      return cached;
    } finally {
      pending = undefined;
    }
  };
  return {
    current: async (signal) => {
      if (cached !== undefined && now() < cached.expiresAtMs) return cached.credentials;
      // Do not start a request that nothing waits for: its failure would be an unhandled rejection.
      signal?.throwIfAborted();
      pending ??= request();
      return (await orAborted(pending, signal)).credentials;
    },
    invalidate: (credentials) => {
      if (cached?.credentials === credentials) cached = undefined;
    },
  };
}

/** If one caller stops waiting, the work continues for the other callers. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

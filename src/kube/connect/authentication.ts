/** A certificate that says who we are, and its key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** What says to an API server who we are. */
export interface Credentials {
  /** The header's value. */
  readonly authorization?: string;
  readonly certificate?: ClientCertificate;
}

/** Where credentials come from. */
export interface Authentication {
  /** Those to use now. Rejects with `CREDENTIALS` or `CONFIGURATION`, or the reason of the aborted signal. */
  readonly current: (signal?: AbortSignal) => Promise<Credentials>;
  /** The server does not accept these: whatever is kept of them is forgotten. */
  readonly refuse: (credentials: Credentials) => void;
}

/** Credentials, and until when they are good, on the clock of `Collaborators.now`. */
export interface DatedCredentials {
  readonly credentials: Credentials;
  readonly until: number;
}

/** Keeps credentials until they expire or are refused; whoever asks meanwhile waits for the same answer. */
export function keptAuthentication(obtain: () => Promise<DatedCredentials>, now: () => number): Authentication {
  let kept: DatedCredentials | undefined;
  let asking: Promise<DatedCredentials> | undefined;
  const ask = async (): Promise<DatedCredentials> => {
    try {
      kept = await obtain();
      return kept;
    } finally {
      asking = undefined;
    }
  };
  return {
    current: async (signal) => {
      if (kept !== undefined && now() < kept.until) return kept.credentials;
      // What nobody waits for must not begin: nobody would hear that it fails.
      signal?.throwIfAborted();
      asking ??= ask();
      return (await orAborted(asking, signal)).credentials;
    },
    refuse: (credentials) => {
      if (kept?.credentials === credentials) kept = undefined;
    },
  };
}

/** The work goes on for others where one stops waiting. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';

/** A client that records its requests, and that can fail like a process that dies. */
export interface WatchedClient {
  readonly client: KubeClient;
  /** For example `create pods x`. Dry runs are not recorded. */
  readonly writes: string[];
  /** For example `get secrets x`. */
  readonly reads: string[];
  /** Returns true while a write has no response yet. Events are written without waiting for them. */
  readonly isWriting: () => boolean;
}

/** Called after each write of the server and before the response; returns whether the process dies there. */
export type DiesAfter = (write: string, count: number) => boolean;

export function watchedClient(client: KubeClient, diesAfter: DiesAfter = () => false): WatchedClient {
  const writes: string[] = [];
  const reads: string[] = [];
  let isDead = false;
  let unanswered = 0;
  const living = (): void => {
    if (isDead) throw new Error('this process has been killed');
  };
  const written = <T>(write: string, answer: T): T => {
    living();
    writes.push(write);
    isDead = diesAfter(write, writes.length);
    living();
    return answer;
  };
  const answered = async <T>(request: Promise<T>): Promise<T> => {
    unanswered += 1;
    try {
      return await request;
    } finally {
      unanswered -= 1;
    }
  };
  return {
    writes,
    reads,
    isWriting: () => unanswered > 0,
    client: {
      ...client,
      get: async (resource, name, options) => {
        living();
        reads.push(`get ${resource.plural} ${name.name}`);
        return client.get(resource, name, options);
      },
      list: (resource, options) => {
        living();
        reads.push(`list ${resource.plural}`);
        return client.list(resource, options);
      },
      create: async (resource, object, options) => {
        living();
        const answer = await answered(client.create(resource, object, options));
        if (options?.dryRun === true) return answer;
        const { reason } = object;
        const name = resource.plural === 'events' && typeof reason === 'string' ? reason : object.metadata.name;
        return written(`create ${resource.plural} ${name}`, answer);
      },
      patch: async (resource, name, patch, options) => {
        living();
        return written(
          `patch ${resource.plural} ${name.name}`,
          await answered(client.patch(resource, name, patch, options)),
        );
      },
      delete: async (resource, name, options) => {
        living();
        return written(
          `delete ${resource.plural} ${name.name}`,
          await answered(client.delete(resource, name, options)),
        );
      },
    },
  };
}

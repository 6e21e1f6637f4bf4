import type { KubeClient } from '../../../../src/kube/client/kube-client.ts';

/** A client of whose requests is known what they were, and that dies like its process when it is told to. */
export interface WatchedClient {
  readonly client: KubeClient;
  /** As `create pods x`; what is only tried (`dryRun`) is none. */
  readonly writes: string[];
  /** As `get secrets x`. */
  readonly reads: string[];
}

/** Told of each write that the server has done, before who asked for it is; whether everything ends there. */
export type DiesAfter = (write: string, count: number) => boolean;

export function watchedClient(client: KubeClient, diesAfter: DiesAfter = () => false): WatchedClient {
  const writes: string[] = [];
  const reads: string[] = [];
  let isDead = false;
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
  return {
    writes,
    reads,
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
        const answer = await client.create(resource, object, options);
        if (options?.dryRun === true) return answer;
        const { reason } = object;
        const name = resource.plural === 'events' && typeof reason === 'string' ? reason : object.metadata.name;
        return written(`create ${resource.plural} ${name}`, answer);
      },
      patch: async (resource, name, patch, options) => {
        living();
        return written(`patch ${resource.plural} ${name.name}`, await client.patch(resource, name, patch, options));
      },
      delete: async (resource, name, options) => {
        living();
        return written(`delete ${resource.plural} ${name.name}`, await client.delete(resource, name, options));
      },
    },
  };
}

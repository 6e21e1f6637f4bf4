import type { KubeClient } from '../../../../src/kube/client/kube-client.ts';

/** A client of whose requests is known what they were, and that can be made to fail. */
export interface WatchedClient {
  readonly client: KubeClient;
  /** As `create pods team/x`; what is only tried (`dryRun`) is none. */
  readonly writes: string[];
  /** As `get secrets team/x`. */
  readonly reads: string[];
}

/** `afterWrite` is called when the server has done what it was asked for: what it throws is what the caller sees. */
export function watchedClient(
  client: KubeClient,
  afterWrite: (write: string) => void = () => undefined,
): WatchedClient {
  const writes: string[] = [];
  const reads: string[] = [];
  const written = <T>(write: string, answer: T): T => {
    writes.push(write);
    afterWrite(write);
    return answer;
  };
  return {
    writes,
    reads,
    client: {
      ...client,
      get: async (resource, name, options) => {
        reads.push(`get ${resource.plural} ${name.name}`);
        return client.get(resource, name, options);
      },
      list: (resource, options) => {
        reads.push(`list ${resource.plural}`);
        return client.list(resource, options);
      },
      create: async (resource, object, options) => {
        const answer = await client.create(resource, object, options);
        if (options?.dryRun === true) return answer;
        const { reason } = object;
        const name = resource.plural === 'events' && typeof reason === 'string' ? reason : object.metadata.name;
        return written(`create ${resource.plural} ${name}`, answer);
      },
      patch: async (resource, name, patch, options) =>
        written(`patch ${resource.plural} ${name.name}`, await client.patch(resource, name, patch, options)),
      delete: async (resource, name, options) =>
        written(`delete ${resource.plural} ${name.name}`, await client.delete(resource, name, options)),
    },
  };
}

import type { KubeClient } from '../../../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { KubeError, type KubeErrorCode } from '../../../../../src/clients/kube/kube-error.ts';
import { isJsonObject, type JsonObject } from '../../../../../src/core/model/json.ts';

/** A server with at most one Lease, which enforces resourceVersions. */
export interface FakeLease extends Pick<KubeClient, 'get' | 'create' | 'patch'> {
  readonly spec: () => JsonObject | undefined;
  /**
   * Makes each call of this client fail from now on; `undefined` ends that. `after` fails after the effect, otherwise
   * before.
   */
  readonly cut: (client: string, code: KubeErrorCode | undefined, when?: 'before' | 'after') => void;
  /** Makes each call of this client hang from now on, even after an abort. */
  readonly hang: (client: string) => void;
  /** Returns the named client of the server. */
  readonly as: (client: string) => Pick<KubeClient, 'get' | 'create' | 'patch'>;
  readonly writes: () => number;
}

export function fakeLease(): FakeLease {
  let lease: KubeObject | undefined;
  let version = 0;
  const cuts = new Map<string, { readonly code: KubeErrorCode; readonly when: 'before' | 'after' }>();
  const hanging = new Set<string>();
  const stored = (spec: JsonObject): KubeObject => {
    version += 1;
    lease = { apiVersion: 'v1', kind: 'Lease', metadata: { name: 'l', resourceVersion: `${version}` }, spec };
    return lease;
  };
  const guarded = async (client: string, work: () => KubeObject): Promise<KubeObject> => {
    if (hanging.has(client)) return new Promise(() => undefined);
    const cut = cuts.get(client);
    if (cut?.when === 'before') throw failure(cut.code);
    const answer = work();
    if (cut?.when === 'after') throw failure(cut.code);
    return answer;
  };
  const as = (client: string): Pick<KubeClient, 'get' | 'create' | 'patch'> => ({
    get: async () =>
      guarded(client, () => {
        if (lease === undefined) throw failure('NOT_FOUND');
        return lease;
      }),
    create: async (_, object) =>
      guarded(client, () => {
        if (lease !== undefined) throw failure('ALREADY_EXISTS');
        return stored(objectOf(object['spec']));
      }),
    patch: async (_, __, patch) =>
      guarded(client, () => {
        if (lease === undefined) throw failure('NOT_FOUND');
        if (objectOf(patch['metadata'])['resourceVersion'] !== `${version}`) throw failure('CONFLICT');
        return stored({ ...objectOf(lease['spec']), ...objectOf(patch['spec']) });
      }),
  });
  return {
    ...as('anybody'),
    as,
    spec: () => (lease === undefined ? undefined : objectOf(lease['spec'])),
    cut: (client, code, when = 'before') =>
      void (code === undefined ? cuts.delete(client) : cuts.set(client, { code, when })),
    hang: (client) => void hanging.add(client),
    writes: () => version,
  };
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function failure(code: KubeErrorCode): KubeError {
  return new KubeError(code, 'lease', 'no');
}

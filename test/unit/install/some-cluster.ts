import type { KubeClient } from '../../../src/clients/kube/client/kube-client.ts';
import { keyOf, type KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import { KubeError, type KubeErrorCode } from '../../../src/clients/kube/kube-error.ts';

/** A client of a cluster that has these objects, or that refuses everything. */
export function clusterOf(objects: readonly KubeObject[], refusal?: KubeErrorCode): Pick<KubeClient, 'get' | 'list'> {
  return {
    get: async ({ kind }, { namespace, name }) => {
      if (refusal !== undefined) refuse(refusal);
      const key = namespace === undefined ? name : `${namespace}/${name}`;
      return objects.find((object) => object.kind === kind && keyOf(object) === key) ?? refuse('NOT_FOUND');
    },
    list: async function* list({ kind }, { labelSelector } = {}) {
      if (refusal !== undefined) refuse(refusal);
      yield* objects.filter(({ kind: its, metadata }) => {
        const labels = Object.entries((metadata['labels'] ?? {}) as object).map(
          ([key, value]) => `${key}=${String(value)}`,
        );
        return its === kind && (labelSelector === undefined || labels.includes(labelSelector));
      });
    },
  };
}

function refuse(code: KubeErrorCode): never {
  throw new KubeError(code, 'a request', 'no');
}

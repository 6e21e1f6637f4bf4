import type { ReadSecrets } from '../../controllers/build/build-ports.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { lineMasks } from '../../mask/line-mask.ts';
import { textAt } from '../../model/json-field.ts';
import { buildSecrets } from '../logs/build-secrets.ts';

/**
 * Reads what must not be shown of Builds. A Secret that is not there is none; one that cannot be read, for now or for good,
 * makes them unknown and keeps no Build from ending: the client has asked more than once.
 */
export function secretsReader(client: Pick<KubeClient, 'get'>): ReadSecrets {
  return async (build, mounted, signal) => {
    const namespace = textAt(build.metadata, 'namespace') ?? '';
    try {
      const question = { namespace, build, mounted, lenient: ['NOT_FOUND'], signal } as const;
      return { kind: 'known', masks: lineMasks(await buildSecrets(client, question)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isKubeError(error)) throw error;
      return { kind: 'unknown', why: error.message };
    }
  };
}

import type { ReadSecrets } from '../../controllers/builds/apply/log-tails.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { lineMasks } from '../../mask/line-mask.ts';
import { textAt } from '../../model/json-field.ts';
import { buildSecrets } from '../logs/build-secrets.ts';

/**
 * Returns a reader of the values that must be masked in the logs of a Build. It skips Secrets that do not exist. If a Secret
 * cannot be read after the retries of the client, the values are unknown, and the Build finishes without its logs.
 */
export function secretsReader(client: Pick<KubeClient, 'get'>): ReadSecrets {
  return async (build, mounted, signal) => {
    const namespace = textAt(build.metadata, 'namespace') ?? '';
    try {
      const query = { namespace, build, mounted, lenient: ['NOT_FOUND'], signal } as const;
      return { kind: 'known', masks: lineMasks(await buildSecrets(client, query)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isKubeError(error)) throw error;
      return { kind: 'unknown', why: error.message };
    }
  };
}

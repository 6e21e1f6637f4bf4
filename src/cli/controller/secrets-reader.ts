import type { BuildDependencies } from '../../controller/builds/build-context.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { lineMasksInTurns } from '../../core/mask/line-mask.ts';
import { SecretsTooLargeError } from '../../core/mask/secret-values.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { buildSecrets, type SecretLimits } from '../logs/build-secrets.ts';

/** Tenants choose their Secrets, and the controller computes and searches about 25 forms of each value. */
const LIMITS: SecretLimits = { bytes: 1024 * 1024, values: 500, entries: 10_000 };

/**
 * Returns a reader of the values that must be masked in the logs of a Build. It skips Secrets that do not exist. If a Secret
 * cannot be read after the retries of the client, or if the Secrets are too large, the values are unknown, and the Build
 * finishes without its logs.
 */
export function secretsReader(client: Pick<KubeClient, 'get'>): BuildDependencies['readSecrets'] {
  return async (build, mounted, signal) => {
    const { namespace = '' } = asBuild(build).metadata;
    try {
      const query = { namespace, build, mounted, lenient: ['NOT_FOUND'], limits: LIMITS, signal } as const;
      return { kind: 'known', masks: await lineMasksInTurns(await buildSecrets(client, query)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isKubeError(error) && !(error instanceof SecretsTooLargeError)) throw error;
      return { kind: 'unknown', why: error.message };
    }
  };
}

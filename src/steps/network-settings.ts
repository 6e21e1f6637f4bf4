import { addedCertificates } from '../clients/http/added-certificates.ts';
import { proxiesFromEnvironment } from '../clients/http/environment-proxies.ts';
import type { NetworkSettings } from '../clients/registry/client/transport/dispatcher.ts';
import type { AddressPolicy } from '../clients/registry/client/transport/transport.ts';
import { StepError } from '../core/model/step-failures/step-error.ts';

/**
 * The addresses of registries in the Pod of a Build. The author of the Build names the registries. Private addresses are
 * within reach of the buildpacks in the same Pod, so a registry gains nothing if it refers to one.
 */
export const POD_POLICY: AddressPolicy = { mayBeLoopback: () => true, mayLeadInside: true };

/**
 * Reads the proxies and the additional certificates from the environment. Rejects with `TlsFailed`, or with
 * `InputsUnusable` if a proxy's URL is invalid.
 */
export async function networkSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<NetworkSettings> {
  const caBundle = await addedCertificates(environment, (message, cause) => new StepError('TlsFailed', message, cause));
  return {
    ...(caBundle !== undefined && { caBundle }),
    ...proxiesFromEnvironment(environment, unusable),
  };
}

function unusable(variable: string, sentence: string): StepError {
  return new StepError('InputsUnusable', `${variable}: ${sentence}`);
}

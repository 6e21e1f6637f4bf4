import { readFile } from 'node:fs/promises';
import { environmentProxies } from '../http/environment-proxies.ts';
import type { NetworkSettings } from '../registry/client/dispatcher.ts';
import { StepError } from './step-error.ts';

/**
 * How a step reaches the network: by the proxies, and with the certificates that are trusted beside the well-known ones.
 * Rejects with `TlsFailed`, or `InputsUnusable` where a proxy is none.
 */
export async function networkSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<NetworkSettings> {
  const { SSL_CERT_FILE: certificates = '' } = environment;
  return {
    ...(certificates !== '' && { caBundle: await readCertificates(certificates) }),
    ...environmentProxies(environment, unusable),
  };
}

function unusable(variable: string, sentence: string): StepError {
  return new StepError('InputsUnusable', `${variable}: ${sentence}`);
}

async function readCertificates(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StepError('TlsFailed', `${file}, which SSL_CERT_FILE names, cannot be read`, cause);
  });
}

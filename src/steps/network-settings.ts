import { readFile } from 'node:fs/promises';
import type { NetworkSettings } from '../registry/client/dispatcher.ts';
import { StepError } from './step-error.ts';

/**
 * How a step reaches the network: by the proxies, and with the certificates that are trusted beside the well-known ones.
 * Rejects with `TlsFailed`.
 */
export async function networkSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<NetworkSettings> {
  const { SSL_CERT_FILE: certificates = '' } = environment;
  const proxy = (name: string): string => environment[name] ?? environment[name.toLowerCase()] ?? '';
  return {
    ...(certificates !== '' && { caBundle: await readCertificates(certificates) }),
    httpProxy: proxy('HTTP_PROXY'),
    httpsProxy: proxy('HTTPS_PROXY'),
    noProxy: proxy('NO_PROXY'),
  };
}

async function readCertificates(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StepError('TlsFailed', `${file}, which SSL_CERT_FILE names, cannot be read`, cause);
  });
}

import { rootCertificates } from 'node:tls';

/** Returns Node's well-known authorities and these certificates as one PEM text, for programs that trust one file only. */
export function withWellKnownCertificates(pem: string): string {
  return `${rootCertificates.join('\n')}\n${pem}`;
}

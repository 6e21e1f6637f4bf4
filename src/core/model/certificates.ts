/** A certificate in PEM. OpenSSL also reads certificates with these older labels. */
export const PEM_BLOCK = /-----BEGIN (?<label>(?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \k<label>-----/g;

/** True if a text has at least one certificate in PEM. Node ignores a text without certificates, and trusts nothing more. */
export function hasCertificate(text: string): boolean {
  return [...text.matchAll(PEM_BLOCK)].some(({ 0: block, groups }) => {
    return groups?.['label'] !== 'CERTIFICATE' || isCertificate(block);
  });
}

/** True if a PEM block is a certificate. */
export function isCertificate(block: string): boolean {
  try {
    return readCertificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

/** Returns the subject of a certificate, and the end of its validity in milliseconds since 1970. Throws if the block is not a certificate. */
export function certificateExpiry(block: string): { readonly subject: string; readonly atMs: number } {
  const { subject, validTo } = readCertificate(block);
  return { subject: subject.split('\n').join(', '), atMs: Date.parse(validTo) };
}

/** Returns Node's well-known authorities and these certificates as one PEM text, for programs that trust one file only. */
export function withWellKnownCertificates(pem: string): string {
  // Loaded only here, because the translation does not need it.
  const { rootCertificates } = process.getBuiltinModule('node:tls');
  return `${rootCertificates.join('\n')}\n${pem}`;
}

/** Loads node:crypto only here, because loading takes as long as translating a Build. */
function readCertificate(block: string) {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  return new X509Certificate(block);
}

/** OpenSSL also reads certificates with these older labels. */
const PEM_BLOCK = /-----BEGIN (?<label>(?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \k<label>-----/g;

/** True if a text has at least one certificate in PEM. Node ignores a text without certificates, and trusts nothing more. */
export function hasCertificate(text: string): boolean {
  return [...text.matchAll(PEM_BLOCK)].some(({ 0: block, groups }) => {
    return groups?.['label'] !== 'CERTIFICATE' || isCertificate(block);
  });
}

/** True if a PEM block is a certificate. Loads node:crypto only here, because loading takes as long as translating a Build. */
export function isCertificate(block: string): boolean {
  try {
    const { X509Certificate } = process.getBuiltinModule('node:crypto');
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

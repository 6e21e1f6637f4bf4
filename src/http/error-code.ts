/** OpenSSL's words for a certificate that does not verify (`X509_V_ERR_*`, as Node spells them), and Node's own. */
const TLS_CODES =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|EPROTO$)/;

/** The code of an error, or of what caused it; empty where none has one. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return errorCode(error.cause);
}

/** Whether it is TLS that failed. */
export function isTlsCode(code: string): boolean {
  return TLS_CODES.test(code);
}

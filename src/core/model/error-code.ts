/** Codes of TLS failures: OpenSSL's `X509_V_ERR_*` names as Node spells them, and Node's own codes. */
const TLS_CODES =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|EPROTO$)/;

/** Returns the `code` of an error or of its nearest cause, or an empty string if neither has one. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return errorCode(error.cause);
}

/** True if the code means that TLS failed. */
export function isTlsCode(code: string): boolean {
  return TLS_CODES.test(code);
}

/** Codes of a host without an address, and of addresses that do not answer. */
const NO_HOST_CODES = /^(?:ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * Returns why there is no connection to a host, so that the request was not sent. `no-host`: the host cannot be found, or
 * does not answer; `refused`: it refuses the connection, as a host does whose server is being started again. Returns
 * `undefined` for any other error.
 */
export function connectFailure(error: unknown): 'no-host' | 'refused' | undefined {
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'refused';
  return NO_HOST_CODES.test(code) ? 'no-host' : undefined;
}

/** In a mesh with strict mTLS, the proxy of a server resets plain connections, and has a certificate of the mesh's own authority. */
const MESH_CODES = /^(?:ECONNRESET|UND_ERR_SOCKET|SELF_SIGNED_CERT_IN_CHAIN)$/;

/** The advice about a server that may be in a mesh with strict mTLS. Short, because a step's last line is cut after 300 characters. */
export const MESH_ADVICE = "a server in a mesh may require the mesh's proxy";

/** Returns the end of an error message: the advice about meshes if the code suits, or an empty string. */
export function meshAdvice(code: string): string {
  return MESH_CODES.test(code) ? `; ${MESH_ADVICE}` : '';
}

import { KubeError } from '../kube-error.ts';

/** OpenSSL's words for a certificate that does not verify (`X509_V_ERR_*`, as Node spells them), and Node's own. */
const TLS_CODES =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|EPROTO$)/;

/** What says that there never was a connection. */
const NO_CONNECTION_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** The error of a request that got no whole answer from `host`. */
export function networkError(error: unknown, subject: string, host: string): KubeError {
  const code = codeOf(error);
  if (TLS_CODES.test(code)) {
    const sentence = `TLS with the API server at ${host} fails (${code}); check the cluster's certificate authority and the client certificate`;
    return new KubeError('TLS', subject, sentence, { cause: error });
  }
  if (NO_CONNECTION_CODES.test(code)) {
    const sentence = `the API server at ${host} cannot be reached (${code}); is it running, and is this the right cluster?`;
    return new KubeError('UNREACHABLE', subject, sentence, { cause: error });
  }
  const reason = code === '' ? '' : ` (${code})`;
  return new KubeError('NETWORK', subject, `the connection to the API server at ${host} breaks${reason}`, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

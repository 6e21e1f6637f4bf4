import { errorCode, isTlsCode } from '../../http/error-code.ts';
import { KubeError } from '../kube-error.ts';

/** What says that there never was a connection. */
const NO_CONNECTION_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** The error of a request that got no whole answer from `host`. */
export function networkError(error: unknown, subject: string, host: string): KubeError {
  const code = errorCode(error);
  if (isTlsCode(code)) {
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

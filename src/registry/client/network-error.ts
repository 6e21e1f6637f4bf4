import { errorCode, isTlsCode } from '../../http/error-code.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** What a server that speaks plain HTTP, or nothing, makes of TLS. */
const NO_TLS_CODES =
  /^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/;

/** The error of a request that got no whole answer from `host`. */
export function networkError(error: unknown, subject: Subject, host: string): RegistryError {
  const code = errorCode(error);
  if (isTlsCode(code)) {
    const sentence = `TLS with ${host} fails (${code}); is its certificate authority in the CA bundle?`;
    return new RegistryError('TLS', subject, sentence, { cause: error });
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new RegistryError('BAD_ANSWER', subject, `${host} answers with longer headers than taskpack reads`, {
      cause: error,
    });
  }
  const reason = code === '' ? '' : ` (${code})`;
  return new RegistryError('NETWORK', subject, `the connection to ${host} fails${reason}`, { cause: error });
}

/** Whether a server may answer to plain HTTP, as it does not answer to TLS. A certificate in doubt is no such case. */
export function speaksNoTls(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  const { cause } = error;
  const code = errorCode(cause);
  return (
    NO_TLS_CODES.test(code) || (code === 'EPROTO' && cause instanceof Error && /wrong version/i.test(cause.message))
  );
}

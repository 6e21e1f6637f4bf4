import type { Redaction } from '../../http/redaction.ts';
import type { Authentication } from './authentication.ts';

/** How to verify the API server, as options of `node:tls`. */
export interface ServerTls {
  /** PEM. */
  readonly ca?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

/** The proxy to the API server, if any. */
export interface ServerProxy {
  readonly url?: string;
}

/** How to reach an API server and authenticate to it, like client-go's `rest.Config`. */
export interface ClientConfig {
  readonly server: URL;
  /** The namespace of the context. */
  readonly namespace: string;
  /** Returns the TLS options as last read. Certificate authorities are rotated. */
  readonly tls: () => ServerTls;
  readonly proxy: ServerProxy;
  readonly authentication: Authentication;
  /** The headers of user impersonation. */
  readonly impersonation: Readonly<Record<string, string | readonly string[]>>;
  /** Masks the credentials in error messages. */
  readonly redaction: Redaction;
}

import type { Redaction } from '../../http/redaction.ts';
import type { Authentication } from './authentication.ts';

/** How the API server proves who it is, in the words of `node:tls`. */
export interface ServerTls {
  /** PEM. */
  readonly ca?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

/** The proxy on the way to the server, if there is one. */
export interface ServerProxy {
  readonly url?: string;
}

/** All that it takes to speak to one API server. */
export interface ApiServerAccess {
  readonly server: URL;
  /** Where objects are, if not told otherwise. */
  readonly namespace: string;
  /** As it was read last: an authority may be rotated. */
  readonly tls: () => ServerTls;
  readonly proxy: ServerProxy;
  readonly authentication: Authentication;
  /** Headers that make the server take us for somebody else. */
  readonly impersonation: Readonly<Record<string, string | readonly string[]>>;
  /** Knows the secrets that no error may tell. */
  readonly redaction: Redaction;
}

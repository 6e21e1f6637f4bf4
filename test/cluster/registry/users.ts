import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { HTPASSWD } from './account.ts';
import type { Authentication } from './registry-config.ts';
import { startTokenServer } from './token-server.ts';

/** The authentication settings of a running registry. */
export interface Users {
  readonly authentication: Authentication;
  stop(): Promise<void>;
}

/** Writes the files and starts the token server, if this kind of authentication needs them. */
export async function prepareUsers(kind: Authentication['kind'], folder: string, host: string): Promise<Users> {
  const file = path.join(folder, kind);
  switch (kind) {
    case 'none':
      return { authentication: { kind }, stop: async () => undefined };
    case 'basic':
      writeFileSync(file, HTPASSWD);
      return { authentication: { kind, passwords: file }, stop: async () => undefined };
    case 'bearer': {
      const server = await startTokenServer(host);
      writeFileSync(file, server.keySet);
      return { authentication: { kind, realm: server.realm, keySet: file }, stop: () => server.stop() };
    }
  }
}

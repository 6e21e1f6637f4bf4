import { TOKENS } from './token-server.ts';

/** How the registry authenticates clients. */
export type Authentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly passwords: string }
  | { readonly kind: 'bearer'; readonly realm: string; readonly keySet: string };

/** Returns the registry's configuration file as JSON, which is valid YAML. `passwords` and `keySet` are files. */
export function registryConfig(options: {
  readonly address: string;
  readonly storage: string;
  readonly authentication: Authentication;
}): string {
  return JSON.stringify({
    version: '0.1',
    log: { level: 'warn', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: options.storage }, delete: { enabled: true } },
    http: { addr: options.address, secret: 'test bed' },
    ...authConfig(options.authentication),
  });
}

function authConfig(authentication: Authentication): object {
  switch (authentication.kind) {
    case 'none':
      return {};
    case 'basic':
      return { auth: { htpasswd: { realm: 'registry', path: authentication.passwords } } };
    case 'bearer': {
      const { realm, keySet } = authentication;
      return { auth: { token: { realm, ...TOKENS, jwks: keySet, signingalgorithms: ['ES256'] } } };
    }
  }
}

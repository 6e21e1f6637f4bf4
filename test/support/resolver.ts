import { isIP } from 'node:net';
import type { Resolve } from '../../src/clients/http/addresses/guarded-connector.ts';

/** Returns a resolver that knows these names only. It answers each name with all of its addresses. */
export function resolverOf(addresses: Readonly<Record<string, readonly string[]>>): Resolve {
  return (name, _, done) => {
    const found = addresses[name.replace(/\.$/, '')];
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    if (found === undefined) return done(error, []);
    return done(
      null,
      found.map((address) => ({ address, family: isIP(address) })),
    );
  };
}

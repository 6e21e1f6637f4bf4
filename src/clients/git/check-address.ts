import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { addressKind, type AddressKind } from '../http/addresses/address-kind.ts';
import { AddressRefusedError } from '../http/addresses/address-refused-error.ts';
import type { Resolve } from '../http/addresses/guarded-connector.ts';
import { hostKind } from '../http/addresses/host-kind.ts';
import { namedReach } from '../http/addresses/reach.ts';
import { proxiesFromEnvironment, proxySelector } from '../http/environment-proxies.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { sshHost, type GitAddress } from './address.ts';

interface CheckOptions {
  /** True if a URL that names the loopback interface reaches it. Defaults to true. */
  readonly mayBeLoopback?: boolean;
  /** Defaults to the resolver of the system. */
  readonly resolve?: Resolve;
}

/**
 * Rejects with `AddressRefused` if the host of the URL has, or can resolve to, a loopback, link-local or metadata
 * address. A URL that itself names the loopback interface is accepted. Behind a proxy, the name alone is checked.
 *
 * git resolves the name again, so this does not find a name that changes its address in between. Redirects and
 * submodules are not checked. Buildpacks in the same Pod reach the same addresses.
 */
export async function checkAddress(
  { scheme, host }: GitAddress,
  environment: Readonly<Record<string, string | undefined>>,
  { mayBeLoopback = true, resolve = lookup }: CheckOptions = {},
): Promise<void> {
  const { name } = sshHost(host);
  const reach = namedReach(name, mayBeLoopback);
  for (const { address, kind } of await kindsOf(name, isProxied(`${scheme}://${host}`, environment), resolve)) {
    if (reach.some((reachable) => reachable === kind)) continue;
    const refusal = new AddressRefusedError(name, address, kind);
    throw new PrepareError('AddressRefused', refusal.message, refusal);
  }
}

interface CheckedAddress {
  readonly address: string | undefined;
  readonly kind: AddressKind;
}

/** Returns the kind of every address of the host. A host that has none is left to git, which reports it. */
async function kindsOf(name: string, isByProxy: boolean, resolve: Resolve): Promise<readonly CheckedAddress[]> {
  if (isIP(name) !== 0 || isByProxy) return [{ address: undefined, kind: hostKind(name) }];
  return new Promise((done) => {
    resolve(name, { all: true }, (error, found) =>
      done(error === null ? found.map(({ address }) => ({ address, kind: addressKind(address) })) : []),
    );
  });
}

/** True if git sends the request to a proxy. git uses none for `ssh` and `git`. An invalid setting is git's to report. */
function isProxied(url: string, environment: Readonly<Record<string, string | undefined>>): boolean {
  if (!/^https?:/.test(url)) return false;
  const settings = proxiesFromEnvironment(environment, (variable, message) => new Error(`${variable}: ${message}`));
  return proxySelector(settings)(new URL(url)) !== undefined;
}

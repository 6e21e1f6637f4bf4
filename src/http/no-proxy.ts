import { BlockList, isIP, SocketAddress } from 'node:net';
import { domainToASCII } from 'node:url';

/** An address as it is written shortest; one of IPv4 within IPv6 (RFC 4291 section 2.5.5.2) as that of IPv4. */
interface Address {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

/** What a request is sent to. The address is there where the host is one. */
interface Target {
  readonly host: string;
  readonly address: Address | undefined;
  readonly port: string;
}

type Exception = (target: Target) => boolean;

/**
 * Whether requests to a URL go past all proxies, by a text of `NO_PROXY`. It is read as golang.org/x/net/http/httpproxy does,
 * and with that kubectl, kpack and the lifecycle: names, addresses and CIDRs by commas, and `*`. The loopback needs no name.
 */
export function proxyExceptions(text: string): (url: URL) => boolean {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
  const exceptions = entries.map(exceptionOf);
  return (url) => {
    const target = targetOf(url);
    return entries.includes('*') || isLoopback(target) || exceptions.some((isMeant) => isMeant(target));
  };
}

function targetOf({ hostname, port, protocol }: URL): Target {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return { host, address: addressOf(host), port: port === '' ? (protocol === 'https:' ? '443' : '80') : port };
}

function isLoopback({ host, address }: Target): boolean {
  return host === 'localhost' || address?.text === '::1' || (address?.text.startsWith('127.') ?? false);
}

function exceptionOf(entry: string): Exception {
  const network = networkException(entry);
  if (network !== undefined) return network;
  const { name, port: onlyPort } = withoutPort(entry);
  const isMeant = addressException(name) ?? domainException(name);
  return (target) => (onlyPort === '' || onlyPort === target.port) && isMeant(target);
}

function networkException(entry: string): Exception | undefined {
  const [, network = '', digits = ''] = /^([^/%]+)\/(\d+)$/.exec(entry) ?? [];
  const [version, bits] = [isIP(network), Number(digits)];
  if (version === 0 || bits > (version === 4 ? 32 : 128)) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  // A list finds addresses of IPv4 in networks of IPv6 as well, which httpproxy does not.
  return ({ address }) => address?.family === family && list.check(address.text, family);
}

/** An address of IPv6 has colons of its own: only in brackets a port may follow it. */
function withoutPort(entry: string): { readonly name: string; readonly port: string } {
  const [, bracketed, plain, port = ''] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:]*)$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port };
}

function addressException(name: string): Exception | undefined {
  const own = addressOf(name);
  return own && (({ address }) => address?.text === own.text);
}

/** A name means what is below it too; with a dot in front, that alone. */
function domainException(name: string): Exception {
  if (name === '') return () => false;
  const below = name.replace(/^\*\./, '.');
  const ascii = /^[\u0021-\u007e]*$/.test(below) ? below : domainToASCII(below) || below;
  return ({ host, address }) => {
    if (address !== undefined) return false;
    return ascii.startsWith('.') ? host.endsWith(ascii) : `.${host}`.endsWith(`.${ascii}`);
  };
}

function addressOf(text: string): Address | undefined {
  const version = isIP(text);
  // A zone is part of no URL.
  if (version === 0 || text.includes('%')) return undefined;
  if (version === 4) return { text, family: 'ipv4' };
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped === undefined ? { text: address, family: 'ipv6' } : { text: mapped, family: 'ipv4' };
}

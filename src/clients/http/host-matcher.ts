import { BlockList, isIP, SocketAddress } from 'node:net';
import { domainToASCII } from 'node:url';

/** An IP address in its shortest form. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is written as IPv4. */
interface Address {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

/** The host and port of a request. */
interface Target {
  readonly host: string;
  /** Set if the host is an IP address. */
  readonly address: Address | undefined;
  readonly port: string;
}

type Exception = (target: Target) => boolean;

/**
 * Returns a function that is true for URLs whose host a text matches. Reads the text as golang.org/x/net/http/httpproxy
 * reads `NO_PROXY`, and so as kubectl, kpack and the lifecycle do: names, addresses and CIDRs separated by commas, or
 * `*`.
 */
export function hostMatcher(text: string): (url: URL) => boolean {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
  const exceptions = entries.map(exceptionOf);
  return (url) => {
    const target = targetOf(url);
    return entries.includes('*') || exceptions.some((matches) => matches(target));
  };
}

/** True for the loopback hosts of httpproxy. */
export function isLoopbackHost(url: URL): boolean {
  const { host, address } = targetOf(url);
  return host === 'localhost' || address?.text === '::1' || (address?.text.startsWith('127.') ?? false);
}

function targetOf({ hostname, port, protocol }: URL): Target {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return { host, address: addressOf(host), port: port === '' ? (protocol === 'https:' ? '443' : '80') : port };
}

function exceptionOf(entry: string): Exception {
  const network = networkException(entry);
  if (network !== undefined) return network;
  const { name, port: onlyPort } = withoutPort(entry);
  const matches = addressException(name) ?? domainException(name);
  return (target) => (onlyPort === '' || onlyPort === target.port) && matches(target);
}

function networkException(entry: string): Exception | undefined {
  const [, network = '', digits = ''] = /^([^/%]+)\/(\d+)$/.exec(entry) ?? [];
  const [version, bits] = [isIP(network), Number(digits)];
  if (version === 0 || bits > (version === 4 ? 32 : 128)) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  // BlockList also finds IPv4 addresses in IPv6 networks. httpproxy does not, so compare the families.
  return ({ address }) => address?.family === family && list.check(address.text, family);
}

/** Splits off a port. An IPv6 address must be in brackets to have one, because it contains colons itself. */
function withoutPort(entry: string): { readonly name: string; readonly port: string } {
  const [, bracketed, plain, port = ''] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:]*)$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port };
}

function addressException(name: string): Exception | undefined {
  const own = addressOf(name);
  return own && (({ address }) => address?.text === own.text);
}

/** A name also matches its subdomains. A name with a leading dot matches its subdomains only. */
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
  // The host of a URL never has an IPv6 zone.
  if (version === 0 || text.includes('%')) return undefined;
  if (version === 4) return { text, family: 'ipv4' };
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped === undefined ? { text: address, family: 'ipv6' } : { text: mapped, family: 'ipv4' };
}

import { BlockList, isIP } from 'node:net';

/**
 * The network or service that an address belongs to.
 * - `public`: a server on the internet;
 * - `private`: a server of the same network or cluster (RFC 1918, RFC 4193, RFC 6598);
 * - `loopback`: this machine or Pod. Linux connects `0.0.0.0` and `::` to it as well;
 * - `link-local`: a neighbour, and the metadata services of most clouds;
 * - `metadata`: a cloud's service that gives out credentials, at an address outside of the link-local networks or at a
 *   well-known name;
 * - `reserved`: multicast, broadcast, and tunnels whose address does not contain the destination.
 */
export type AddressKind = 'public' | ForbiddenKind | 'private' | 'loopback';

/** The kinds that no setting of a client reaches, except an allow-list. */
export type ForbiddenKind = 'link-local' | 'metadata' | 'reserved';

/** Subnets of IPv4 and IPv6. */
type Subnets = readonly [ipv4: readonly string[], ipv6: readonly string[]];

/** The first kind that matches counts. */
const KINDS = ['metadata', 'loopback', 'link-local', 'reserved', 'private'] as const;

const SUBNETS: Readonly<Record<(typeof KINDS)[number], Subnets>> = {
  metadata: [
    // Alibaba Cloud, Azure, Oracle Cloud; AWS, Google Cloud, Scaleway.
    ['100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
    ['fd00:ec2::/32', 'fd20:ce::/32', 'fd00:42::42/128'],
  ],
  loopback: [
    ['127.0.0.0/8', '0.0.0.0/8'],
    ['::1/128', '::/128'],
  ],
  'link-local': [['169.254.0.0/16'], ['fe80::/10']],
  reserved: [
    ['224.0.0.0/4', '240.0.0.0/4'],
    // Multicast, Teredo, and NAT64 with a prefix of the network's own choice (RFC 8215).
    ['ff00::/8', '2001::/32', '64:ff9b:1::/48'],
  ],
  private: [
    ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15'],
    ['fc00::/7', 'fec0::/10'],
  ],
};

const LISTS = KINDS.map((kind) => [kind, blockList(SUBNETS[kind])] as const);

/**
 * Returns the kind of an IP address. An IPv6 address that contains an IPv4 address has the kind of that address. A zone
 * such as `%eth0` is ignored. Throws for a text that is not an address.
 */
export function addressKind(address: string): AddressKind {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  if (version === 0) throw new TypeError(`${JSON.stringify(address)} is not an IP address`);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return LISTS.find(([, list]) => list.check(plain, family))?.[0] ?? 'public';
}

/** Node's BlockList, which the matcher of NO_PROXY uses as well, finds IPv4-mapped addresses by their IPv4 subnet. */
function blockList([ipv4, ipv6]: Subnets): BlockList {
  const list = new BlockList();
  for (const subnet of ipv4) list.addSubnet(...parts(subnet), 'ipv4');
  for (const subnet of [...ipv6, ...ipv4.flatMap(embedded)]) list.addSubnet(...parts(subnet), 'ipv6');
  return list;
}

/**
 * Returns the IPv6 subnets that stand for an IPv4 subnet: IPv4-compatible (RFC 4291 section 2.5.5.1), IPv4-translated
 * (RFC 2765), NAT64 (RFC 6052) and 6to4 (RFC 3056).
 */
function embedded(subnet: string): readonly string[] {
  const [address, bits] = parts(subnet);
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
  const last = ['::', '::ffff:0:', '64:ff9b::'].map((prefix) => `${prefix}${address}/${96 + bits}`);
  return [...last, `2002:${groups}::/${16 + bits}`];
}

function parts(subnet: string): readonly [address: string, bits: number] {
  const [address = '', bits = ''] = subnet.split('/');
  return [address, Number(bits)];
}

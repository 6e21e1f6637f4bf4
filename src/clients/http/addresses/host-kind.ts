import { isIP } from 'node:net';
import { withoutTrailing } from '../../../core/model/trailing.ts';
import { addressKind, type AddressKind } from './address-kind.ts';

const LOOPBACK_NAMES = /^(?:localhost6?|localhost6?\.localdomain6?|ip6-localhost|ip6-loopback|.+\.localhost)$/;

/** The names of metadata services: Google Cloud, AWS, Azure, Tencent Cloud, Equinix. */
const METADATA_NAMES: readonly string[] = [
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
];

/** Names of clusters and of local networks, and names without a dot, which get the search domains of the resolver. */
const PRIVATE_NAMES = /^[^.]+$|\.(?:svc|cluster\.local|local|localdomain|internal|intranet|lan|corp|home\.arpa)$/;

/**
 * Returns the kind of a URL's host without resolving its name. The URL parser has already converted decimal, octal and
 * hexadecimal IPv4 addresses (URL standard, "host parser").
 */
export function hostKind(hostname: string): AddressKind {
  const host = withoutTrailing(hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1'), '.');
  if (isIP(host) !== 0) return addressKind(host);
  if (LOOPBACK_NAMES.test(host)) return 'loopback';
  if (METADATA_NAMES.includes(host)) return 'metadata';
  return PRIVATE_NAMES.test(host) ? 'private' : 'public';
}

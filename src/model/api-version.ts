/** Where a kind of objects is defined. */
export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
}

const LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';

/** A group is a DNS subdomain (RFC 1123), a version a DNS label (RFC 1035), as Kubernetes wants those of custom resources. */
const API_VERSION = new RegExp(`^(?:(?<group>${LABEL}(?:\\.${LABEL})*)/)?(?<version>[a-z](?:[-a-z0-9]*[a-z0-9])?)$`);

const LONGEST_GROUP = 253;
const LONGEST_VERSION = 63;

/** Reads an `apiVersion`; `undefined` for a text that is none. */
export function parseApiVersion(text: string): GroupVersion | undefined {
  const { group = '', version = '' } = API_VERSION.exec(text)?.groups ?? {};
  if (version === '' || group.length > LONGEST_GROUP || version.length > LONGEST_VERSION) return undefined;
  return { group, version };
}

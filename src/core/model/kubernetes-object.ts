import type { JsonObject } from './json.ts';

/** A Kubernetes object to apply. Its keys are in the usual order: apiVersion, kind, metadata, then the rest. */
export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string; readonly namespace?: string };
}

/** The fields that identify a manifest. */
export interface ManifestName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The group and version of an `apiVersion`, such as `apps/v1`. */
export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
}

const LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';

/**
 * Kubernetes' rule for custom resources: a group is a DNS subdomain (RFC 1123), a version is a DNS label (RFC 1035).
 */
const API_VERSION = new RegExp(`^(?:(?<group>${LABEL}(?:\\.${LABEL})*)/)?(?<version>[a-z](?:[-a-z0-9]*[a-z0-9])?)$`);

const LONGEST_GROUP = 253;
const LONGEST_VERSION = 63;

/** Parses an `apiVersion`. Returns `undefined` if the text is not a valid group and version. */
export function parseApiVersion(text: string): GroupVersion | undefined {
  const { group = '', version = '' } = API_VERSION.exec(text)?.groups ?? {};
  if (version === '' || group.length > LONGEST_GROUP || version.length > LONGEST_VERSION) return undefined;
  return { group, version };
}

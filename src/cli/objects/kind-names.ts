/** The kinds that commands show. */
export const SHOWN_KINDS = ['Image', 'Build', 'Builder', 'ClusterBuilder'] as const;

export type ShownKind = (typeof SHOWN_KINDS)[number];

/** kubectl's names of each kind: singular, plural and short names. */
const NAMES: Readonly<Record<ShownKind, RegExp>> = {
  Image: /^(?:(?:cnb)?images?|imgs?)$/,
  Build: /^(?:(?:cnb)?builds?|blds?)$/,
  Builder: /^(?:builders?|bldrs?)$/,
  ClusterBuilder: /^(?:clusterbuilders?|clstbldrs?)$/,
};

/** The group and the version, which kubectl takes behind a resource. */
const GROUP = /\.(?:v1alpha[123]\.)?kpack\.io$/;

/** Returns the kind that a resource name such as `images`, `img` or `images.kpack.io` names. */
export function kindNamed(resource: string): ShownKind | undefined {
  const name = resource.toLowerCase().replace(GROUP, '');
  return SHOWN_KINDS.find((kind) => NAMES[kind].test(name));
}

/** True for the name of an object (RFC 1123 subdomain). */
export function isObjectName(text: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/.test(text);
}

import { canonicalArchitecture } from '../../../../core/model/node-architecture.ts';

/** The platform of an image (OCI image specification, image-index.md). */
export interface Platform {
  /** A value of Go's GOOS. */
  readonly os: string;
  /** A value of Go's GOARCH. */
  readonly architecture: string;
  /** The variant of the architecture, such as `v7`. */
  readonly variant?: string;
}

/** The default variants (containerd/platforms, `normalizeArch`). */
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ['amd64', 'v1'],
  ['arm64', 'v8'],
  ['arm', 'v7'],
  ['armel', 'v6'],
]);

/** The platform of an image of an index that states none, as in go-containerregistry. */
const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64' };

/**
 * Returns the best image of an index for a platform: the same OS and architecture, and the same variant or else the
 * greatest smaller one, because processors run code for older variants. The first of equal images wins.
 */
export function selectByPlatform<T extends { readonly platform?: Platform }>(
  images: readonly T[],
  wanted: Platform,
): T | undefined {
  return images
    .map((image) => ({ image, rank: rankOf(image.platform ?? DEFAULT_PLATFORM, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => (other.rank ?? 0) - (one.rank ?? 0))[0]?.image;
}

/** Returns `os/architecture[/variant]`. */
export function platformName({ os, architecture, variant }: Platform): string {
  return [os, architecture, ...(variant === undefined ? [] : [variant])].join('/');
}

function rankOf(offered: Platform, wanted: Platform): number | undefined {
  const [one, other] = [normalize(offered), normalize(wanted)];
  if (one.os !== other.os || one.architecture !== other.architecture) return undefined;
  if (one.variant === other.variant) return Number.MAX_SAFE_INTEGER;
  const [offer, limit] = [variantNumber(one.variant), variantNumber(other.variant)];
  return offer !== undefined && limit !== undefined && offer < limit ? offer : undefined;
}

function normalize({ os, architecture, variant }: Platform): Platform {
  const meant = variant ?? VARIANTS.get(architecture);
  const name = canonicalArchitecture(architecture);
  // Both `8` and `v8` are in use.
  const version = (meant ?? VARIANTS.get(name) ?? '').replace(/^(?=\d)/, 'v');
  return { os, architecture: name, variant: version };
}

function variantNumber(variant: string | undefined): number | undefined {
  const found = /^v(\d+(?:\.\d+)?)$/.exec(variant ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/** What an image runs on (OCI image specification, image-index.md). */
export interface Platform {
  /** As Go's GOOS. */
  readonly os: string;
  /** As Go's GOARCH. */
  readonly architecture: string;
  /** Of the architecture, as `v7`. */
  readonly variant?: string;
}

/** Other names of architectures (containerd/platforms, database.go). */
const ARCHITECTURES: Readonly<Record<string, Platform['architecture']>> = {
  x86_64: 'amd64',
  'x86-64': 'amd64',
  aarch64: 'arm64',
  armhf: 'arm',
  armel: 'arm',
  i386: '386',
};

/** The variant that is meant where none is written (containerd/platforms, `normalizeArch`). */
const VARIANTS: Readonly<Record<string, string>> = { amd64: 'v1', arm64: 'v8', arm: 'v7', armel: 'v6' };

/** go-containerregistry's, for an image of an index that does not say. */
const UNSAID: Platform = { os: 'linux', architecture: 'amd64' };

/**
 * The best of an index's images for a platform: equal os and architecture; the variant itself, or else the greatest
 * below it, because a processor runs what was built for its elders. Of equals the first.
 */
export function chooseByPlatform<T extends { readonly platform?: Platform }>(
  images: readonly T[],
  wanted: Platform,
): T | undefined {
  return images
    .map((image) => ({ image, rank: rankOf(image.platform ?? UNSAID, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => (other.rank ?? 0) - (one.rank ?? 0))[0]?.image;
}

/** `os/architecture[/variant]`. */
export function platformName({ os, architecture, variant }: Platform): string {
  return [os, architecture, ...(variant === undefined ? [] : [variant])].join('/');
}

function rankOf(offered: Platform, wanted: Platform): number | undefined {
  const [one, other] = [normal(offered), normal(wanted)];
  if (one.os !== other.os || one.architecture !== other.architecture) return undefined;
  if (one.variant === other.variant) return Number.MAX_SAFE_INTEGER;
  const [offer, limit] = [variantNumber(one.variant), variantNumber(other.variant)];
  return offer !== undefined && limit !== undefined && offer < limit ? offer : undefined;
}

function normal({ os, architecture, variant }: Platform): Platform {
  const meant = variant ?? VARIANTS[architecture];
  const name = ARCHITECTURES[architecture] ?? architecture;
  // `8` and `v8` are both in use.
  const version = (meant ?? VARIANTS[name] ?? '').replace(/^(?=\d)/, 'v');
  return { os, architecture: name, variant: version };
}

function variantNumber(variant: string | undefined): number | undefined {
  const found = /^v(\d+(?:\.\d+)?)$/.exec(variant ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

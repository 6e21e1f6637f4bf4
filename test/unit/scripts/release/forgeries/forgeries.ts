import type { Forgery } from './forgery.ts';
import { OF_IMAGES } from './image-forgeries.ts';
import { OF_PROVENANCE, OF_RELEASE_JSON } from './json-forgeries.ts';
import { OF_MANIFESTS } from './manifest-forgeries.ts';
import { OF_PACKAGES } from './package-forgeries.ts';
import { OF_SBOMS } from './sbom-forgeries.ts';

/** Alterations after which `seal` writes SHA256SUMS and the hashes in release.json again. */
export const FORGERIES: readonly Forgery[] = [
  ...OF_RELEASE_JSON,
  ...OF_PROVENANCE,
  ...OF_IMAGES,
  ...OF_MANIFESTS,
  ...OF_PACKAGES,
  ...OF_SBOMS,
];

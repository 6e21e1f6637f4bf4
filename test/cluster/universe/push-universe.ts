import type { Image } from '../../../src/core/oci/image.ts';
import { pushImage } from '../registry/push-image.ts';
import type { Registry } from '../registry/registry.ts';
import type { Universe, UniverseName } from './universe.ts';

/** The reference of each image: `registry/repository@sha256:…`. */
export type PushedUniverse = Readonly<Record<UniverseName, string>>;

/** Pushes every image into its own repository, one after the other, because images share blobs. */
export async function pushUniverse(
  { url, address }: Pick<Registry, 'url' | 'address'>,
  images: Universe,
): Promise<PushedUniverse> {
  const places: [string, string][] = [];
  for (const [name, image] of Object.entries<Image>(images)) {
    const repository = `universe/${name}`;
    const digest = await pushImage(image, { url, repository }, 'latest');
    places.push([name, `${address}/${repository}@${digest}`]);
  }
  return Object.fromEntries(places) as PushedUniverse;
}

import type { Image } from '../../../src/registry/image.ts';
import { pushImage } from '../registry/push-image.ts';
import type { Registry } from '../registry/registry.ts';
import type { Universe, UniverseName } from './universe.ts';

/** Where each image is: `registry/repository@sha256:…`. */
export type PushedUniverse = Readonly<Record<UniverseName, string>>;

/** Puts every image into a repository of its own, one after the other: each has blobs that another has as well. */
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

import { canonicalName, parseImageReference, type ImageReference } from '../../../src/core/model/image-reference.ts';
import { objectsAt, textAt } from '../../support/json-field.ts';
import type { BuildStatus } from '../controller/controlled-build.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';

/** Returns the reference by digest of an image that the registry has under a tag. */
export async function imageAt(client: RegistryClient, name: string): Promise<string> {
  const reference = referenceOf(name);
  const { digest } = await client.resolve(reference);
  return canonicalName({ ...reference, digest });
}

/** Returns the layers of an image, lowest first. */
export async function layersOf(client: RegistryClient, name: string): Promise<readonly string[]> {
  const { json } = await client.manifest(referenceOf(name));
  return objectsAt(json, 'layers').map((layer) => textAt(layer, 'digest') ?? '');
}

export function digestOf(image = ''): string {
  return image.replace(/^.*@/, '');
}

function referenceOf(name: string): ImageReference {
  const reference = parseImageReference(name);
  if (reference === undefined) throw new Error(`${name} is no reference`);
  return reference;
}

/** Returns the reference of the image that a Build made. */
export function builtReference({ latestImage = '' }: BuildStatus): ImageReference {
  return referenceOf(latestImage);
}

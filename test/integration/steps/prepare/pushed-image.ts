import { parseImageReference } from '../../../../src/model/image-reference.ts';
import { makeDispatcher } from '../../../../src/registry/client/dispatcher.ts';
import type { Keychain } from '../../../../src/registry/client/keychain.ts';
import { registryClient } from '../../../../src/registry/client/registry-client.ts';
import type { Image } from '../../../../src/registry/image.ts';
import { smallImage } from '../../registry/stored-image.ts';

/** Puts an image into a registry, and answers its digest. */
export async function pushImage(
  name: string,
  image: Image,
  keychain: Keychain = async () => undefined,
): Promise<string> {
  const reference = parseImageReference(name);
  if (reference === undefined) throw new Error(`${name} is no reference`);
  const dispatcher = makeDispatcher();
  const client = registryClient({
    collaborators: { dispatcher, now: Date.now, random: () => 0.5, sleep: async () => undefined },
    keychain,
  });
  try {
    for (const { digest, size, content } of [...image.layers, image.config]) {
      await client.pushBlob(reference, { digest, size }, content ?? new Uint8Array());
    }
    const { mediaType, content } = image.manifest;
    return await client.pushManifest(reference, { mediaType, bytes: content });
  } finally {
    await dispatcher.close();
  }
}

/** A run image, for instance. */
export async function pushSmallImage(name: string, keychain?: Keychain): Promise<string> {
  return pushImage(name, smallImage(), keychain);
}

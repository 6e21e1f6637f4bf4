import { parseImageReference } from '../../../../src/core/model/image-reference.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import type { Keychain } from '../../../../src/clients/registry/client/credentials/keychain.ts';
import { registryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import type { Image } from '../../../../src/core/oci/image.ts';
import { smallImage } from '../../registry/stored-image.ts';

/** Pushes an image to a registry and returns its digest. */
export async function pushImage(
  name: string,
  image: Image,
  keychain: Keychain = async () => undefined,
): Promise<string> {
  const reference = parseImageReference(name);
  if (reference === undefined) throw new Error(`${name} is no reference`);
  const dispatcher = makeDispatcher();
  const client = registryClient({
    network: { dispatcher, clock: { now: Date.now, sleep: async () => undefined }, random: () => 0.5 },
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

/** For example a run image. */
export async function pushSmallImage(name: string, keychain?: Keychain): Promise<string> {
  return pushImage(name, smallImage(), keychain);
}

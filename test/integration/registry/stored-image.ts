import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { ImageFamily } from '../../../src/core/oci/media-types.ts';

/** A small image with two layers, which differ between the families. */
export function smallImage(family: ImageFamily = 'oci'): Image {
  const layers = ['one\n', 'two\n'].map((content) => makeLayer([{ path: `/${family}`, kind: 'file', content }]));
  return makeImage({ family, config: { os: 'linux', architecture: 'amd64' }, layers });
}

/** Returns the digest of the bytes that a registry sends. */
export async function digestAt(place: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(place, { headers });
  expect(response.status).to.equal(200);
  return `sha256:${createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')}`;
}

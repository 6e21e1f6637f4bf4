// The modules of src that the scripts for images use.
import { require } from './typescript.mjs';

export const { dockerKeychain, proxies } = require('../src/cli/registry/open-registry.ts');
export const { canonicalName, pinnedTo, readImageReference } = require('../src/core/model/image-reference.ts');
export const { makeDispatcher } = require('../src/clients/registry/client/transport/dispatcher.ts');
export const { registryClient } = require('../src/clients/registry/client/registry-client.ts');
export const { digestOf } = require('../src/core/oci/digest.ts');
export const { imageLayout, writeLayout } = require('../src/clients/registry/image-layout.ts');
export const { jsonBlob, makeImage } = require('../src/core/oci/image.ts');
export const { MEDIA_TYPES } = require('../src/core/oci/media-types.ts');
export const { sortedByPath, tar, withParents } = require('../src/core/oci/tar.ts');

/** Returns the descriptor of a blob or manifest. */
export function descriptorOf({ mediaType, digest, size }) {
  return { mediaType, digest, size };
}

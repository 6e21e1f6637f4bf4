// The modules of src that the scripts for images use.
import { require } from './typescript.mjs';

export const { dockerKeychain, proxies } = require('../src/cli/registry/open-registry.ts');
export const { canonicalName, pinnedTo, readImageReference } = require('../src/model/image-reference.ts');
export const { makeDispatcher } = require('../src/registry/client/transport/dispatcher.ts');
export const { registryClient } = require('../src/registry/client/registry-client.ts');
export const { digestOf } = require('../src/registry/digest.ts');
export const { imageLayout, writeLayout } = require('../src/registry/image-layout.ts');
export const { jsonBlob, makeImage } = require('../src/registry/image.ts');
export const { MEDIA_TYPES } = require('../src/registry/media-types.ts');
export const { sortedByPath, tar, withParents } = require('../src/registry/tar/tar.ts');

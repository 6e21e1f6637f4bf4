// What of the sources builds, writes and moves images.
import { require } from './typescript.mjs';

export const { dockerKeychain } = require('../src/cli/registry/docker-keychain.ts');
export const { proxies } = require('../src/cli/registry/proxies.ts');
export const { parseImageReference } = require('../src/model/image-reference.ts');
export const { makeDispatcher } = require('../src/registry/client/dispatcher.ts');
export const { registryClient } = require('../src/registry/client/registry-client.ts');
export const { digestOf } = require('../src/registry/digest.ts');
export const { imageLayout } = require('../src/registry/image-layout.ts');
export const { makeImage } = require('../src/registry/image.ts');
export const { MEDIA_TYPES } = require('../src/registry/media-types.ts');
export const { sortedByPath } = require('../src/registry/tar/order.ts');
export const { withParents } = require('../src/registry/tar/parents.ts');
export const { tar } = require('../src/registry/tar/tar.ts');
export const { writeLayout } = require('../src/registry/write-layout.ts');

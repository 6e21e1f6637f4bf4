// The functions that the benchmark measures, bundled as one module.
export { makeBuilder } from '../../../src/builders/make-builder.ts';
export { readBuilder } from '../../../src/builders/read-builder.ts';
export { copyImage } from '../../../src/builders/copy-image.ts';
export { publishBuilder } from '../../../src/builders/publish-builder.ts';
export { parseImageReference } from '../../../src/model/image-reference.ts';
export { makeDispatcher } from '../../../src/registry/client/transport/dispatcher.ts';
export { registryClient } from '../../../src/registry/client/registry-client.ts';
export { digestOf } from '../../../src/registry/digest.ts';

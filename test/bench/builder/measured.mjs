// The functions that the benchmark measures, bundled as one module.
export { makeBuilder } from '../../../src/core/builders/make-builder.ts';
export { readBuilder } from '../../../src/core/builders/read-builder.ts';
export { copyImage } from '../../../src/controller/builders/copy-image.ts';
export { publishBuilder } from '../../../src/controller/builders/publish-builder-image.ts';
export { parseImageReference } from '../../../src/core/model/image-reference.ts';
export { makeDispatcher } from '../../../src/clients/registry/client/transport/dispatcher.ts';
export { registryClient } from '../../../src/clients/registry/client/registry-client.ts';
export { digestOf } from '../../../src/core/oci/digest.ts';

import { expect } from 'chai';
import { digestOf } from '../../../../src/core/oci/digest.ts';
import { ENVELOPE_TYPE } from '../../../../src/clients/signing/envelope.ts';
import { emptySignatureImage, pushSignatureImage, withLayer } from '../../../../src/clients/signing/signature-image.ts';
import { memoryRegistry } from './memory-registry.ts';

describe('an image with signatures', () => {
  const place = { registry: 'registry.example.com', repository: 'app', tag: `sha256-${'a'.repeat(64)}.att` };

  for (const [size, is] of [
    [134_217_728, 'is pushed with a layer of 128 MiB'],
    [134_217_729, 'is not pushed with a larger layer, which no command could read'],
  ] as const) {
    it(is, async () => {
      const content = Buffer.from('an envelope');
      const registry = memoryRegistry();
      const blob = { mediaType: ENVELOPE_TYPE, digest: digestOf(content), size, content };
      const image = withLayer(emptySignatureImage('oci'), { blob, annotations: {} });
      const result = await pushSignatureImage(registry.client, place, [blob], image).catch((error: unknown) => error);
      if (size > 134_217_728) expect(result).to.include({ code: 'TOO_LARGE' });
      expect(registry.blobs.has(blob.digest)).to.equal(size === 134_217_728);
      expect(registry.pushed).to.have.length(size === 134_217_728 ? 1 : 0);
    });
  }
});

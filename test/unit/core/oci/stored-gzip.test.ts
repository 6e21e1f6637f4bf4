import { expect } from 'chai';
import * as fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { storedGzip } from '../../../../src/core/oci/stored-gzip.ts';

describe('stored gzip', () => {
  for (const size of [0, 1, 65_534, 65_535, 65_536, 131_070, 200_000]) {
    it(`is gzip: ${size} bytes`, () => {
      const content = Buffer.alloc(size, 'abc');
      expect(gunzipSync(storedGzip(content)).equals(content)).to.equal(true);
    });
  }

  it('is gzip of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (content) => {
        expect(new Uint8Array(gunzipSync(storedGzip(content)))).to.deep.equal(content);
      }),
    );
  });
});

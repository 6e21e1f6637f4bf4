import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { kpackOutcome } from '../../../../../src/controllers/build/status/kpack-outcome.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

function message(report: object): string {
  return gzipSync(JSON.stringify(report)).toString('base64');
}

describe("what kpack's completion reports", () => {
  it('is the image that was made, and the cache where there is one', () => {
    const latestImage = `registry.example/app@${DIGEST}`;
    expect(kpackOutcome(message({ latestImage, latestCacheImage: '', stackID: 'some' }))).to.deep.equal({
      IMAGE_URL: 'registry.example/app',
      IMAGE_DIGEST: DIGEST,
    });
    const latestCacheImage = `registry.example:5000/cache@${DIGEST}`;
    expect(kpackOutcome(message({ latestImage, latestCacheImage }))).to.include({ CACHE_IMAGE: latestCacheImage });
  });

  it('is nothing where it is malformed, or not what kpack reports', () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000)).toString('base64');
    for (const text of [
      '',
      '{}',
      'text',
      message([]),
      message({}),
      message({ latestImage: 'registry.example/app' }),
      bomb,
    ]) {
      expect(kpackOutcome(text), text.slice(0, 40)).to.equal(undefined);
    }
  });
});

import { expect } from 'chai';
import * as fc from 'fast-check';
import { parseOutcome } from '../../../../translators/progress/outcome.ts';
import { outcomeWithinLimit, outcomeText } from '../../../../src/steps/completion/outcome.ts';

/** The size that the kubelet keeps even if a service mesh adds containers. */
const MAX_BYTES = 700;

const IMAGE_DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe("completion's outcome", () => {
  it('has at most 700 bytes, contains the image and is readable by controllers', () => {
    const names = fc.integer({ min: 2, max: 255 }).map((length) => 'n'.repeat(length));
    const hosts = fc.integer({ min: 1, max: 200 }).map((length) => `${'h'.repeat(length)}.example.com`);
    fc.assert(
      fc.property(hosts, names, names, (host, name, cache) => {
        const IMAGE_URL = `${host}/${name}:latest`;
        const CACHE_IMAGE = `${host}/${cache}@${IMAGE_DIGEST}`;
        const { outcome, omitted } = outcomeWithinLimit({ IMAGE_URL, IMAGE_DIGEST, CACHE_IMAGE });
        expect(Buffer.byteLength(outcomeText(outcome))).to.be.at.most(MAX_BYTES);
        expect(parseOutcome(outcomeText(outcome))).to.deep.equal({
          IMAGE_URL,
          IMAGE_DIGEST,
          ...(omitted.length === 0 && { CACHE_IMAGE }),
        });
      }),
    );
  });

  it('omits the cache image only if the outcome is too long', () => {
    const room = MAX_BYTES - outcomeText({ IMAGE_URL: '', IMAGE_DIGEST, CACHE_IMAGE: '' }).length;
    const CACHE_IMAGE = 'c'.repeat(100);
    const outcomeOf = (length: number): readonly string[] =>
      outcomeWithinLimit({ IMAGE_URL: 'u'.repeat(length), IMAGE_DIGEST, CACHE_IMAGE }).omitted;
    expect(outcomeOf(room - 100)).to.deep.equal([]);
    expect(outcomeOf(room - 99)).to.deep.equal([CACHE_IMAGE]);
  });

  it('is refused if the image alone is too long', () => {
    const IMAGE_URL = 'u'.repeat(MAX_BYTES);
    expect(() => outcomeWithinLimit({ IMAGE_URL, IMAGE_DIGEST })).to.throw(/too long to be reported/);
  });
});

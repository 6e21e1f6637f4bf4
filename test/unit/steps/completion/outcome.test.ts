import { expect } from 'chai';
import * as fc from 'fast-check';
import { parseOutcome } from '../../../../translators/phases/progress/outcome.ts';
import { fittingOutcome, outcomeText } from '../../../../src/steps/completion/outcome.ts';

/** In bytes: what the kubelet keeps for sure beside the containers of a mesh. */
const ROOM = 700;

const IMAGE_DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe("completion's outcome", () => {
  it('is what controllers read, in at most 700 bytes, and the image is always in it', () => {
    const names = fc.integer({ min: 2, max: 255 }).map((length) => 'n'.repeat(length));
    const hosts = fc.integer({ min: 1, max: 200 }).map((length) => `${'h'.repeat(length)}.example.com`);
    fc.assert(
      fc.property(hosts, names, names, (host, name, cache) => {
        const IMAGE_URL = `${host}/${name}:latest`;
        const CACHE_IMAGE = `${host}/${cache}@${IMAGE_DIGEST}`;
        const { outcome, leftOut } = fittingOutcome({ IMAGE_URL, IMAGE_DIGEST, CACHE_IMAGE });
        expect(Buffer.byteLength(outcomeText(outcome))).to.be.at.most(ROOM);
        expect(parseOutcome(outcomeText(outcome))).to.deep.equal({
          IMAGE_URL,
          IMAGE_DIGEST,
          ...(leftOut.length === 0 && { CACHE_IMAGE }),
        });
      }),
    );
  });

  it('loses the cache image at the first byte too many, and only then', () => {
    const room = ROOM - outcomeText({ IMAGE_URL: '', IMAGE_DIGEST, CACHE_IMAGE: '' }).length;
    const CACHE_IMAGE = 'c'.repeat(100);
    const outcomeOf = (length: number): readonly string[] =>
      fittingOutcome({ IMAGE_URL: 'u'.repeat(length), IMAGE_DIGEST, CACHE_IMAGE }).leftOut;
    expect(outcomeOf(room - 100)).to.deep.equal([]);
    expect(outcomeOf(room - 99)).to.deep.equal([CACHE_IMAGE]);
  });

  it('is refused where not even the image fits', () => {
    const IMAGE_URL = 'u'.repeat(ROOM);
    expect(() => fittingOutcome({ IMAGE_URL, IMAGE_DIGEST })).to.throw(/too long to be reported/);
  });
});

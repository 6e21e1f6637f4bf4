import { expect } from 'chai';
import type { Image } from '../../../../src/core/api/kpack/image.ts';
import { cachedClaim } from '../../../../src/controller/images/cached-claim.ts';
import { observeImage, expectationExpiresInMs } from '../../../../src/controller/images/observe-image.ts';
import { TagHolders } from '../../../../src/core/images/tag-holders.ts';
import { createOwnWrites, type OwnWrites } from '../../../../src/controller/images/own-writes.ts';
import { someBuild, someClaim, someImage, someResolver } from '../../kpack-images/some-world.ts';
import { fakeApiServer } from './fake-api-server.ts';
import { KEY } from './image-bed.ts';

/** The objects that a user deletes before the API server's response to their creation arrives. */
const WRITES: Readonly<Record<string, (writes: OwnWrites) => void>> = {
  SourceResolver: ({ resolvers }) => resolvers.expect(someResolver() as never),
  claim: ({ claims }) => claims.expect(cachedClaim(someClaim('1Gi') as never)),
  Build: ({ builds }) => builds.expect(someBuild(1) as never),
};

describe('a write whose object has been deleted before any cache has seen it', () => {
  for (const [kind, expectWrite] of Object.entries(WRITES)) {
    it(`asks for another reconcile if it expires during one: a ${kind}`, () => {
      let time = 0;
      const server = fakeApiServer();
      server.put('images', someImage());
      const caches = server.caches();
      const writes = createOwnWrites({ elapsed: () => time });
      expectWrite(writes);
      time = 9_999;
      const { image } = observeImage(caches, { writes, tags: new TagHolders() }, KEY) ?? {};
      time = 10_001;
      expect(expectationExpiresInMs(caches, writes, image as Image)).to.equal(0);
      observeImage(caches, { writes, tags: new TagHolders() }, KEY);
      expect(expectationExpiresInMs(caches, writes, image as Image)).to.equal(undefined);
    });
  }
});

import { expect } from 'chai';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import { LIFECYCLE_APIS } from '../../cluster/universe/lifecycle-image.ts';
import type { Universe } from '../../cluster/universe/universe.ts';
import { someUniverse } from './some-universe.ts';
import { runPhase, unpackBuilder } from './unpacked-builder.ts';

/** Of the lifecycle's cmd/exit.go: an API that is not supported. */
const CODES = { platform: 11, buildpack: 12 };

/** APIs that there are, and are too old or too new. */
const REFUSED = { platform: ['0.6', '0.15'], buildpack: ['0.6', '0.12'] };

describe("the universe's lifecycle", () => {
  let images: Universe;

  before(async function () {
    // The first run builds it.
    this.timeout(1_800_000);
    images = await someUniverse();
  });

  it('speaks the Platform APIs that its image tells of, and no other', () => {
    for (const api of LIFECYCLE_APIS.platform) expect(detect({ platform: api }), api).to.equal(0);
    for (const api of REFUSED.platform) expect(detect({ platform: api }), api).to.equal(CODES.platform);
  });

  it('speaks the Buildpack APIs that its image tells of, and no other', () => {
    for (const api of LIFECYCLE_APIS.buildpack) expect(detect({ buildpack: api }), api).to.equal(0);
    for (const api of REFUSED.buildpack) expect(detect({ buildpack: api }), api).to.equal(CODES.buildpack);
  });

  function detect({ platform = '0.12', buildpack = '0.10' }): number | null {
    const packages = [
      buildpackage([
        { kind: 'component', id: 'some', version: '1.0.0', api: buildpack, detect: 'exit 0', build: 'exit 0' },
      ]),
    ];
    const builder = unpackBuilder({ lifecycle: images.lifecycle, packages, group: ['some@1.0.0'] });
    try {
      return runPhase(builder, 'detector', platform).status;
    } finally {
      builder.remove();
    }
  }
});

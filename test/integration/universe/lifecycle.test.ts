import { expect } from 'chai';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import { LIFECYCLE_APIS, LIFECYCLE_VERSIONS } from '../../cluster/universe/lifecycle-version.ts';
import type { Universe } from '../../cluster/universe/universe.ts';
import { someUniverse } from './some-universe.ts';
import { runPhase, unpackBuilder } from './unpacked-builder.ts';

/** The exit code for an unsupported API (lifecycle, cmd/exit.go). */
const CODES = { platform: 11, buildpack: 12 };

/** APIs that are too old or too new. */
const REFUSED = {
  '0.20.12': { platform: ['0.6', '0.15'], buildpack: ['0.6', '0.12'] },
  '0.21.14': { platform: ['0.6', '0.16'], buildpack: ['0.6', '0.13'] },
};

for (const version of LIFECYCLE_VERSIONS)
  describe(`lifecycle ${version} of the universe`, function () {
    // Each test starts a program of the lifecycle for each API, in turn.
    this.timeout(180_000);
    const apis = LIFECYCLE_APIS[version];
    const refused = REFUSED[version];
    let images: Universe;

    before(async function () {
      // The first run builds the lifecycle.
      this.timeout(1_800_000);
      images = await someUniverse(version);
    });

    it('supports exactly the Platform APIs that its image lists', () => {
      for (const api of apis.platform) expect(detect({ platform: api }), api).to.equal(0);
      for (const api of refused.platform) expect(detect({ platform: api }), api).to.equal(CODES.platform);
    });

    it('supports exactly the Buildpack APIs that its image lists', () => {
      for (const api of apis.buildpack) expect(detect({ buildpack: api }), api).to.equal(0);
      for (const api of refused.buildpack) expect(detect({ buildpack: api }), api).to.equal(CODES.buildpack);
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

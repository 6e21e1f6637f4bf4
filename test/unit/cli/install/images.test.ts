import { expect } from 'chai';
import { installedImages } from '../../../../src/cli/install/images.ts';
import { VERSION } from '../../../../src/settings/version.ts';

const SETTINGS = { stepsImage: 'a.test/s', entrypointImage: 'a.test/e' };

describe('installedImages', () => {
  it('come from the settings', () => {
    expect(installedImages({}, SETTINGS)).to.deep.equal({ steps: 'a.test/s', entrypoint: 'a.test/e' });
  });

  it('come from one registry, by their names and this version', () => {
    expect(installedImages({ imageRegistry: 'b.test/x' }, SETTINGS)).to.deep.equal({
      steps: `b.test/x/steps:${VERSION}`,
      entrypoint: `b.test/x/entrypoint:${VERSION}`,
    });
  });

  it('are the ones that are named, before all', () => {
    const flags = { imageRegistry: 'b.test/x', stepsImage: 'c.test/s', entrypointImage: 'c.test/e' };
    expect(installedImages(flags, SETTINGS)).to.deep.equal({ steps: 'c.test/s', entrypoint: 'c.test/e' });
  });
});

import { expect } from 'chai';
import { installedImages } from '../../../../src/cli/install/run.ts';
import { VERSION } from '../../../../src/core/settings/version.ts';

const SETTINGS = { images: { steps: 'a.test/s', entrypoint: 'a.test/e' } };

describe('installedImages', () => {
  it('default to the images of the settings', () => {
    expect(installedImages({}, SETTINGS)).to.deep.equal(SETTINGS.images);
  });

  it('come from --image-registry by name and version', () => {
    expect(installedImages({ imageRegistry: 'b.test/x' }, SETTINGS)).to.deep.equal({
      steps: `b.test/x/steps:${VERSION}`,
      entrypoint: `b.test/x/entrypoint:${VERSION}`,
    });
  });

  it('are the images of --steps-image and --entrypoint-image first', () => {
    const flags = { imageRegistry: 'b.test/x', stepsImage: 'c.test/s', entrypointImage: 'c.test/e' };
    expect(installedImages(flags, SETTINGS)).to.deep.equal({ steps: 'c.test/s', entrypoint: 'c.test/e' });
  });
});

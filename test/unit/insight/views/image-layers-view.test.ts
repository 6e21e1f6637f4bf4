import { expect } from 'chai';
import { imageLayersView } from '../../../../src/insight/views/image-layers-view.ts';
import { sbomDiffId } from '../../../../src/insight/views/image-layers.ts';

const METADATA = {
  app: [{ sha: 'sha256:app' }],
  launcher: { sha: 'sha256:launcher' },
  sbom: { sha: 'sha256:sbom' },
  buildpacks: [{ key: 'a/java', version: '1', layers: { jre: { sha: 'sha256:jre' }, cacheOnly: {} } }],
};

const CONFIG = {
  rootfs: { diff_ids: ['sha256:run', 'sha256:jre', 'sha256:app', 'sha256:launcher', 'sha256:sbom'] },
  config: { Labels: { 'io.buildpacks.lifecycle.metadata': JSON.stringify(METADATA) } },
};

const LAYERS = [100, 50, 20, 3, 1].map((size, index) => ({ digest: `sha256:blob-${index}`, size }));

describe('the view of the content of an image', () => {
  it('names each layer, and compares the layers with those of the previous image', () => {
    const known = CONFIG.rootfs.diff_ids.filter((id) => id !== 'sha256:app');
    // Another program may have compressed the same layers in another way.
    const stored = known.map((_, index) => ({ digest: `sha256:other-${index}`, size: 1 }));
    const previous = { layers: stored, config: { rootfs: { diff_ids: known } } };
    const { layers, ...view } = imageLayersView({ layers: LAYERS, config: CONFIG }, previous);
    expect(layers.map(({ what, isNew }) => `${what}: ${isNew === true ? 'new' : 'reused'}`)).to.deep.equal([
      'run image: reused',
      'jre of a/java@1: reused',
      'application: new',
      'launcher: reused',
      'software bills of materials: reused',
    ]);
    expect(view).to.deep.equal({ sizeBytes: 174, newBytes: 20, isCompared: true });
  });

  it('compares nothing without a previous image, and reads a label that is not JSON as empty', () => {
    const config = { ...CONFIG, config: { Labels: { 'io.buildpacks.lifecycle.metadata': 'no json' } } };
    const view = imageLayersView({ layers: LAYERS, config }, undefined);
    expect(view.isCompared).to.equal(false);
    expect(view.layers.every(({ what, isNew }) => what === 'run image' && isNew === undefined)).to.equal(true);
    expect(sbomDiffId(config)).to.equal(undefined);
    expect(sbomDiffId(CONFIG)).to.equal('sha256:sbom');
  });
});

import { expect } from 'chai';
import { builtImage } from '../../../../../src/controllers/build/status/built-image.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const RUN_DIGEST = `sha256:${'b'.repeat(64)}`;
const OUTCOME = { IMAGE_URL: 'registry.example/elsewhere', IMAGE_DIGEST: DIGEST };

const BUILD = {
  buildpacks: [
    { id: 'some/node', version: '1.2.3', homepage: 'https://node.example', api: '0.9' },
    { id: 'some/other', version: '' },
  ],
  launcher: { version: '0.20.12', source: {} },
};
const RUN = { topLayer: 'sha256:c', reference: `registry.example/mirror/run@${RUN_DIGEST}` };

describe('Built image', () => {
  it("is at the Build's own tag, by the digest that was reported", () => {
    expect(latestImageAt('registry.example/app:1.0')).to.equal(`registry.example/app@${DIGEST}`);
    expect(latestImageAt('registry.example:5000/app')).to.equal(`registry.example:5000/app@${DIGEST}`);
    expect(latestImageAt('some/app')).to.equal(`index.docker.io/some/app@${DIGEST}`);
  });

  it('comes with its cache, and nothing else where no labels are to be had', () => {
    const cache = `registry.example/cache@${DIGEST}`;
    expect(builtImage('registry.example/app', { ...OUTCOME, CACHE_IMAGE: cache }, undefined)).to.deep.equal({
      latestImage: `registry.example/app@${DIGEST}`,
      latestCacheImage: cache,
    });
  });

  it('says what it was made of', () => {
    const image = labelled({
      'io.buildpacks.stack.id': 'some.stack',
      'io.buildpacks.build.metadata': BUILD,
      'io.buildpacks.lifecycle.metadata': {
        runImage: RUN,
        stack: { runImage: { image: 'registry.example/run:base' } },
      },
    });
    expect(image).to.deep.equal({
      latestImage: `registry.example/app@${DIGEST}`,
      stack: { runImage: `registry.example/run@${RUN_DIGEST}`, id: 'some.stack' },
      buildMetadata: [{ id: 'some/node', version: '1.2.3', homepage: 'https://node.example' }, { id: 'some/other' }],
      lifecycleVersion: '0.20.12',
    });
  });

  it('names its run image as those without a stack do', () => {
    const named = { 'io.buildpacks.lifecycle.metadata': { runImage: { ...RUN, image: 'some/run' } } };
    expect(labelled(named).stack).to.deep.equal({ runImage: `index.docker.io/some/run@${RUN_DIGEST}` });
    const unnamed = { 'io.buildpacks.lifecycle.metadata': { runImage: RUN } };
    expect(labelled(unnamed).stack).to.deep.equal({ runImage: `registry.example/mirror/run@${RUN_DIGEST}` });
  });

  it('leaves out what labels do not say in a way that can be read', () => {
    const labels = new Map([
      ['io.buildpacks.build.metadata', '{'],
      ['io.buildpacks.lifecycle.metadata', '{"runImage":{"reference":"::"}}'],
    ]);
    expect(builtImage('registry.example/app', OUTCOME, labels)).to.deep.equal({
      latestImage: `registry.example/app@${DIGEST}`,
      stack: {},
      buildMetadata: [],
    });
  });
});

function latestImageAt(tag: string): string {
  return builtImage(tag, OUTCOME, undefined).latestImage;
}

function labelled(labels: Readonly<Record<string, unknown>>): ReturnType<typeof builtImage> {
  const texts = Object.entries(labels).map(([name, label]): [string, string] => [
    name,
    typeof label === 'string' ? label : JSON.stringify(label),
  ]);
  return builtImage('registry.example/app', OUTCOME, new Map(texts));
}

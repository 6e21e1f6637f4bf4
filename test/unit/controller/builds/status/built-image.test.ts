import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { builtImage, kpackOutcome } from '../../../../../src/controller/builds/status/built-image.ts';

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

describe('the built image', () => {
  it("is the Build's tag with the reported digest", () => {
    expect(latestImageAt('registry.example/app:1.0')).to.equal(`registry.example/app@${DIGEST}`);
    expect(latestImageAt('registry.example:5000/app')).to.equal(`registry.example:5000/app@${DIGEST}`);
    expect(latestImageAt('some/app')).to.equal(`index.docker.io/some/app@${DIGEST}`);
  });

  it('has only the cache image if there are no labels', () => {
    const cache = `registry.example/cache@${DIGEST}`;
    expect(builtImage('registry.example/app', { ...OUTCOME, CACHE_IMAGE: cache }, undefined)).to.deep.equal({
      latestImage: `registry.example/app@${DIGEST}`,
      latestCacheImage: cache,
    });
  });

  it('shows stack, buildpacks and lifecycle version', () => {
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

  it('names the run image of an image without a stack', () => {
    const named = { 'io.buildpacks.lifecycle.metadata': { runImage: { ...RUN, image: 'some/run' } } };
    expect(labelled(named).stack).to.deep.equal({ runImage: `index.docker.io/some/run@${RUN_DIGEST}` });
    const unnamed = { 'io.buildpacks.lifecycle.metadata': { runImage: RUN } };
    expect(labelled(unnamed).stack).to.deep.equal({ runImage: `registry.example/mirror/run@${RUN_DIGEST}` });
  });

  it('omits what a status cannot store', () => {
    const buildpack = { id: 'a', version: '1', homepage: 'x'.repeat(1_000) };
    const buildpacks = (count: number) => ({ buildpacks: Array.from({ length: count }, () => buildpack) });
    const many = labelled({ 'io.buildpacks.build.metadata': buildpacks(200) });
    expect(many.buildMetadata).to.have.length(200);
    expect(labelled({ 'io.buildpacks.build.metadata': buildpacks(300) }).buildMetadata).to.deep.equal([]);
    const large = labelled({ 'io.buildpacks.build.metadata': { ...BUILD, bom: 'x'.repeat(1_048_576) } });
    expect(large).to.deep.include({ buildMetadata: [], stack: {} });
    expect(labelled({ 'io.buildpacks.stack.id': 'x'.repeat(257) }).stack).to.deep.equal({});
  });

  it('omits fields whose labels are malformed', () => {
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

describe("kpack's outcome", () => {
  it('names the image, and the cache image if there is one', () => {
    const latestImage = `registry.example/app@${DIGEST}`;
    expect(kpackOutcome(kpackMessage({ latestImage, latestCacheImage: '', stackID: 'some' }))).to.deep.equal({
      IMAGE_URL: 'registry.example/app',
      IMAGE_DIGEST: DIGEST,
    });
    const latestCacheImage = `registry.example:5000/cache@${DIGEST}`;
    expect(kpackOutcome(kpackMessage({ latestImage, latestCacheImage }))).to.include({ CACHE_IMAGE: latestCacheImage });
  });

  it('is undefined for malformed and other messages', () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000)).toString('base64');
    for (const text of [
      '',
      '{}',
      'text',
      kpackMessage([]),
      kpackMessage({}),
      kpackMessage({ latestImage: 'registry.example/app' }),
      bomb,
    ]) {
      expect(kpackOutcome(text), text.slice(0, 40)).to.equal(undefined);
    }
  });
});

function kpackMessage(report: object): string {
  return gzipSync(JSON.stringify(report)).toString('base64');
}

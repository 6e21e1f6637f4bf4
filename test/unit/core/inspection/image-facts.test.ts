import { expect } from 'chai';
import { readImageFacts } from '../../../../src/core/inspection/image-facts.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

const LAYERS = [{ mediaType: 'some/type', size: 10, digest: digest('1') }];

/** Returns the problems of an image with one layer, whose diffID consists of sevens. */
function problemsOf(labels: Readonly<Record<string, unknown>>, config: JsonObject = {}, diffIds = [digest('7')]) {
  const texts = Object.entries(labels).map(([name, value]) => [
    `io.buildpacks.${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const inspection = readImageFacts({
    name: 'example.com/image',
    digest: digest('2'),
    layers: LAYERS,
    manifest: '{}',
    configuration: '{}',
    config: { config: { ...config, Labels: Object.fromEntries(texts) }, rootfs: { diff_ids: diffIds } },
  });
  return inspection.kind === 'problems' ? inspection.problems : inspection.facts;
}

function layersLabel(layerDiffID: unknown) {
  return { 'buildpack.layers': { 'some/id': { '1.0.0': { layerDiffID } } } };
}

describe('facts of an image', () => {
  it('contain the layer of each buildpack', () => {
    expect(problemsOf(layersLabel(digest('7')))).to.deep.include({
      buildpacks: [{ id: 'some/id', version: '1.0.0', diffId: digest('7'), ...LAYERS[0] }],
    });
  });

  it('contain the paths of its volumes', () => {
    expect(problemsOf({}, { Volumes: { '/a': {}, '/b': {} } })).to.deep.include({ volumes: ['/a', '/b'] });
    for (const Volumes of [null, {}, [], '/a']) expect(problemsOf({}, { Volumes })).to.not.have.property('volumes');
  });

  it('name the main buildpack of a buildpackage', () => {
    const label = { id: 'some/id', version: '1.0.0', homepage: '', stacks: null };
    expect(problemsOf({ 'buildpackage.metadata': label })).to.deep.include({
      buildpackage: { id: 'some/id', version: '1.0.0' },
    });
    expect(problemsOf({ 'buildpackage.metadata': { id: '' } })).not.to.have.property('buildpackage');
  });

  it('have extensions if the order has any, not if the image only contains some', () => {
    const entry = { id: 'an/extension', version: '1.0.0' };
    const order = [{ group: [{ ...entry, optional: true }] }, { group: [{ id: 'another' }, entry] }];
    expect(problemsOf({ 'buildpack.order-extensions': order })).to.deep.include({
      extensions: [entry, { id: 'another' }],
    });
    for (const empty of [[], null])
      expect(problemsOf({ 'buildpack.order-extensions': empty })).not.to.have.property('extensions');
    const layers = { 'an/extension': { '1.0.0': { api: '0.10', layerDiffID: digest('7') } } };
    expect(problemsOf({ 'extension.layers': layers })).not.to.have.property('extensions');
  });

  it('contain the buildpacks of the system.toml of a builder', () => {
    const label = {
      pre: { buildpacks: [{ id: 'a/b', version: '1.0.0', optional: true, other: 1 }] },
      post: { buildpacks: [{ id: 'c/d', version: '', optional: false }] },
    };
    expect(problemsOf({ 'buildpack.system': label })).to.deep.include({
      systemBuildpacks: { pre: [{ id: 'a/b', version: '1.0.0', optional: true }], post: [{ id: 'c/d' }] },
    });
    for (const empty of [null, {}, { pre: {}, post: { buildpacks: null } }])
      expect(problemsOf({ 'buildpack.system': empty })).not.to.have.property('systemBuildpacks');
  });

  it('contain a target of a buildpack whose distribution has no name, which matches every distribution', () => {
    for (const name of ['', undefined]) {
      const layer = { layerDiffID: digest('7'), targets: [{ os: 'linux', distros: [{ name, version: '22.04' }] }] };
      expect(problemsOf({ 'buildpack.layers': { a: { 1: layer } } })).to.deep.include({
        buildpacks: [
          {
            id: 'a',
            version: '1',
            diffId: digest('7'),
            targets: [{ os: 'linux', distros: [{ version: '22.04' }] }],
            ...LAYERS[0],
          },
        ],
      });
    }
  });

  it('are rejected if an ID is empty', () => {
    const layerDiffID = digest('7');
    expect(problemsOf({ 'buildpack.layers': { '': { 1: { layerDiffID } } } })).to.deep.equal([
      'buildpacks[0].id: missing field(s)',
    ]);
    expect(problemsOf({ 'buildpack.layers': { a: { 1: { layerDiffID, stacks: [{ id: '' }] } } } })).to.deep.equal([
      'label io.buildpacks.buildpack.layers: a.1.stacks[0].id: invalid value: ',
    ]);
  });

  it('are rejected if manifest and configuration list different layers', () => {
    const different = ['its manifest and its configuration list different numbers of layers'];
    expect(problemsOf(layersLabel(digest('7')), {}, [digest('7'), digest('8')])).to.deep.equal(different);
    expect(problemsOf({ 'lifecycle.version': '1.0.0' }, {}, [])).to.deep.equal(different);
  });

  it('are rejected if a diffID is missing, invalid, or not a layer of the image', () => {
    const field = 'label io.buildpacks.buildpack.layers: [some/id][1.0.0].layerDiffID';
    expect(problemsOf(layersLabel(undefined))).to.deep.equal([`${field}: missing field(s)`]);
    expect(problemsOf(layersLabel(''))).to.deep.equal([`${field}: invalid value: `]);
    expect(problemsOf(layersLabel('../../x'))).to.deep.equal([`${field}: invalid value: ../../x`]);
    expect(problemsOf(layersLabel(digest('8')))).to.deep.equal([
      `unable to get layer some/id@1.0.0: the image has no layer with diffID ${digest('8')}`,
    ]);
  });

  for (const [value, found] of [
    ['cnb', 'the string "cnb"'],
    ['-1', 'the string "-1"'],
    ['1e3', 'the string "1e3"'],
    ['2147483648', 'the string "2147483648"'],
    ['9'.repeat(100), `the string "${'9'.repeat(60)}…"`],
  ] as const) {
    it(`are rejected if the user is ${value.slice(0, 10)}`, () => {
      const expected = `expected an integer from 0 to 2147483647, found ${found}`;
      expect(problemsOf({}, { Env: [`CNB_USER_ID=${value}`, `CNB_GROUP_ID=${value}`] })).to.deep.equal([
        `environment variable CNB_USER_ID: ${expected}`,
        `environment variable CNB_GROUP_ID: ${expected}`,
      ]);
    });
  }

  it('contain every user ID that Kubernetes accepts, and none if it is not set', () => {
    expect(problemsOf({}, { Env: ['CNB_USER_ID=2147483647', 'CNB_GROUP_ID=0'] })).to.include({
      uid: 2_147_483_647,
      gid: 0,
    });
    expect(problemsOf({}, { Env: ['CNB_USER_ID=', 'PATH=/bin'] })).not.to.have.any.keys('uid', 'gid');
  });

  it('are rejected for labels that are nested too deeply', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(problemsOf({ 'buildpack.layers': deep, 'stack.mixins': deep })).to.deep.equal([
      'label io.buildpacks.buildpack.layers is not JSON',
      'label io.buildpacks.stack.mixins is not JSON',
    ]);
  });

  it('ignore keys such as __proto__', () => {
    const label = `{"__proto__":{"1":{"layerDiffID":"${digest('7')}"}},"constructor":{"prototype":{"layerDiffID":"${digest('7')}"}}}`;
    expect(problemsOf({ 'buildpack.layers': label })).to.deep.include({
      buildpacks: [{ id: 'constructor', version: 'prototype', diffId: digest('7'), ...LAYERS[0] }],
    });
    expect({}).not.to.have.property('1');
  });
});

import { expect } from 'chai';
import { builderLabels } from '../../../../../src/core/builders/image/labels.ts';
import type { Buildpack } from '../../../../../src/core/buildpacks/buildpack.ts';
import { digestOf } from '../some-world.ts';
import { someContent } from './some-content.ts';

const plain: Buildpack = { id: 'b/plain', version: '1', diffId: digestOf('1'), digest: digestOf('1'), size: 1 };

describe('labels of a builder', () => {
  it('are encoded as Go encodes JSON', () => {
    const buildpacks: readonly Buildpack[] = [
      {
        ...plain,
        id: 'b/plain',
        version: '2',
        diffId: digestOf('2'),
        api: '0.10',
        stacks: [{ id: '*', mixins: ['m'] }],
      },
      { ...plain, homepage: 'https://example.com/?a=1&b=<2>', stacks: [{ id: 'x', mixins: [] }] },
      {
        ...plain,
        id: 'a/meta',
        api: '0.9',
        order: [
          {
            group: [
              { id: 'b/plain', version: '1', optional: true },
              { id: 'b/plain', optional: false },
            ],
          },
          { group: [] },
        ],
      },
    ];
    const order = [
      {
        group: [
          { id: 'a/meta', version: '1' },
          { id: 'b/plain', version: '2', optional: true as const },
        ],
      },
    ];
    expect(builderLabels(someContent({ order }), buildpacks, 'run@sha256:1')).to.deep.equal({
      'io.buildpacks.lifecycle.version': '0.20.12',
      'io.buildpacks.buildpack.order':
        '[{"group":[{"id":"a/meta","version":"1"},{"id":"b/plain","version":"2","optional":true}]}]',
      'io.buildpacks.buildpack.layers':
        `{"a/meta":{"1":{"api":"0.9","layerDiffID":"${digestOf('1')}",` +
        '"order":[{"group":[{"id":"b/plain","version":"1","optional":true},{"id":"b/plain"}]},{}]}},' +
        `"b/plain":{"1":{"api":"","layerDiffID":"${digestOf('1')}","stacks":[{"id":"x"}],` +
        String.raw`"homepage":"https://example.com/?a=1\u0026b=\u003c2\u003e"},` +
        `"2":{"api":"0.10","layerDiffID":"${digestOf('2')}","stacks":[{"id":"*","mixins":["m"]}]}}}`,
      'io.buildpacks.lifecycle.apis':
        '{"buildpack":{"deprecated":null,"supported":["0.10"]},"platform":{"deprecated":null,"supported":["0.9","0.12"]}}',
      'io.buildpacks.builder.metadata':
        '{"description":"Custom Builder built with kpack","stack":{"runImage":{"image":"run@sha256:1","mirrors":null}},' +
        '"lifecycle":{"version":"0.20.12","api":{"buildpack":"0.7","platform":"0.7"},"apis":{"buildpack":{"deprecated":null,' +
        '"supported":["0.10"]},"platform":{"deprecated":null,"supported":["0.9","0.12"]}}},' +
        '"createdBy":{"name":"taskpack","version":""},"buildpacks":[{"id":"b/plain","version":"2"},' +
        String.raw`{"id":"b/plain","version":"1","homepage":"https://example.com/?a=1\u0026b=\u003c2\u003e"},` +
        '{"id":"a/meta","version":"1"}]}',
    });
  });

  it('can be set by users, except those that describe the builder', () => {
    const labels = { 'io.buildpacks.lifecycle.version': '1', 'io.buildpacks.buildpack.order': 'x', own: 'label' };
    const found = builderLabels(someContent({ labels }), [], 'run');
    expect(found).to.include({
      own: 'label',
      'io.buildpacks.lifecycle.version': '1',
      'io.buildpacks.buildpack.order': 'null',
    });
  });
});

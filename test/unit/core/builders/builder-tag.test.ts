import { expect } from 'chai';
import { builderTag } from '../../../../src/core/builders/builder-tag.ts';
import { someBuilder, someClusterBuilder } from './some-world.ts';

describe('the tag of a builder', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['registry.example.com/java:1', 'registry.example.com/java:1', 'registry.example.com/java:1'],
    [
      'registry.example.com/java',
      'registry.example.com/java:builder-team-base',
      'registry.example.com/java:clusterbuilder-base',
    ],
    [
      'registry.example.com/java:latest',
      'registry.example.com/java:builder-team-base',
      'registry.example.com/java:clusterbuilder-base',
    ],
    ['java:1', 'index.docker.io/library/java:1', 'index.docker.io/library/java:1'],
  ];
  for (const [tag, ofBuilder, ofClusterBuilder] of cases) {
    it(`${tag}: is completed, with the default tag of the builder if it has none`, () => {
      expect(builderTag(someBuilder('team', [], { tag }))).to.deep.equal({ kind: 'known', value: ofBuilder });
      expect(builderTag(someClusterBuilder([], { tag }))).to.deep.equal({ kind: 'known', value: ofClusterBuilder });
    });
  }

  it('is refused without a tag if the builder has no namespace', () => {
    const message =
      'registry.example.com/java has no tag, and the default tag needs a namespace; add a tag, or set the namespace with -n';
    expect(builderTag(someBuilder(undefined, [], { tag: 'registry.example.com/java' }))).to.deep.equal({
      kind: 'unknown',
      reasons: [{ message }],
    });
  });

  it('is refused if the tag of the run image would be too long', () => {
    const fits = `registry.example.com/java:${'x'.repeat(118)}`;
    expect(builderTag(someClusterBuilder([], { tag: fits }))).to.deep.equal({ kind: 'known', value: fits });
    for (const [tag, full] of [
      [`${fits}x`, `${fits}x`],
      ['registry.example.com/java', `registry.example.com/java:clusterbuilder-${'n'.repeat(104)}`],
    ] as const) {
      const builder = { ...someClusterBuilder([], { tag }), metadata: { name: 'n'.repeat(104) } };
      const message = `${full}-run-image, the tag of the run image, is too long; choose a shorter tag`;
      expect(builderTag(builder)).to.deep.equal({ kind: 'unknown', reasons: [{ message }] });
    }
  });

  it('is refused if it is a digest', () => {
    const tag = `registry.example.com/java@sha256:${'1'.repeat(64)}`;
    const reasons = [{ message: `invalid value: ${tag}` }];
    expect(builderTag(someClusterBuilder([], { tag }))).to.deep.equal({ kind: 'unknown', reasons });
  });
});

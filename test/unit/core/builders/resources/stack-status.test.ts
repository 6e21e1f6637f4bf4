import { expect } from 'chai';
import { stackStatus } from '../../../../../src/core/builders/resources/stack-status.ts';
import type { ImageFacts } from '../../../../../src/core/api/taskpack/image-facts.ts';
import { digestOf, REGISTRY, someStack } from '../some-world.ts';

const BUILD = facts({ digest: digestOf('1'), stackId: 'tiny', uid: 1000, gid: 1001 });
const RUN = facts({ digest: digestOf('2'), stackId: 'tiny' });

describe("a ClusterStack's status", () => {
  it('has the fields of kpack and those that the digest of a builder needs', () => {
    const build = {
      ...BUILD,
      mixins: ['git', 'build:make'],
      manifest: '{}',
      configuration: '{}',
      layers: [{ mediaType: 'x', size: 1, digest: digestOf('3') }],
    };
    const targets = [{ os: 'linux', arch: 'amd64', distros: [{ name: 'debian', version: '12' }] }];
    const run = { ...RUN, mixins: ['git', 'curl', 'run:libc'], targets };
    expect(stackStatus(someStack().spec, build, run)).to.deep.equal({
      kind: 'known',
      value: {
        id: 'tiny',
        buildImage: {
          latestImage: `${REGISTRY}/build@${digestOf('1')}`,
          image: `${REGISTRY}/build`,
          manifest: '{}',
          configuration: '{}',
          layers: build.layers,
        },
        runImage: {
          latestImage: `${REGISTRY}/run@${digestOf('2')}`,
          image: `${REGISTRY}/run`,
          distro: { name: 'debian', version: '12' },
        },
        mixins: ['git', 'build:make', 'run:libc'],
        userId: 1000,
        groupId: 1001,
      },
    });
  });

  it('names the image whose layers are used, not its index', () => {
    const ofIndex = { indexDigest: digestOf('4') };
    const status = stackStatus(someStack().spec, { ...BUILD, ...ofIndex }, { ...RUN, ...ofIndex });
    expect(status).to.have.nested.property('value.buildImage.latestImage', `${REGISTRY}/build@${digestOf('1')}`);
    expect(status).to.have.nested.property('value.runImage.latestImage', `${REGISTRY}/run@${digestOf('2')}`);
  });

  const { stackId: _, ...withoutStack } = BUILD;
  const { uid: __, ...withoutUser } = BUILD;
  const { gid: ___, ...withoutGroup } = BUILD;
  const refusals: readonly (readonly [string, ImageFacts, ImageFacts])[] = [
    ['could not find label io.buildpacks.stack.id', withoutStack, RUN],
    ['could not find label io.buildpacks.stack.id', BUILD, withoutStack],
    [
      'invalid stack images. expected stack: tiny, build image stack: tiny, run image stack: other',
      BUILD,
      { ...RUN, stackId: 'other' },
    ],
    [
      'invalid stack images. expected stack: tiny, build image stack: other, run image stack: other',
      { ...BUILD, stackId: 'other' },
      { ...RUN, stackId: 'other' },
    ],
    ['validating build image: ENV CNB_USER_ID not found', withoutUser, RUN],
    ['validating build image: ENV CNB_GROUP_ID not found', withoutGroup, RUN],
    [noDigest('build'), facts({ stackId: 'tiny', uid: 1000, gid: 1001 }), RUN],
    [noDigest('run'), BUILD, facts({ stackId: 'tiny' })],
    ['build image contains run-only mixin(s): run:a, run:b', { ...BUILD, mixins: ['run:a', 'c', 'run:b'] }, RUN],
    ['run image contains build-only mixin(s): build:a', BUILD, { ...RUN, mixins: ['build:a'] }],
    ['runImage missing required mixin(s): a, c', { ...BUILD, mixins: ['a', 'b', 'c'] }, { ...RUN, mixins: ['b'] }],
  ];
  for (const [message, build, run] of refusals) {
    it(`is refused: ${message}`, () => {
      expect(stackStatus(someStack().spec, build, run)).to.deep.equal({ kind: 'unknown', reasons: [{ message }] });
    });
  }
});

function facts(fields: Partial<ImageFacts>): ImageFacts {
  return { apiVersion: 'taskpack.dev/v1alpha1', kind: 'ImageFacts', image: 'asked/for', ...fields };
}

function noDigest(image: string): string {
  return `the facts of image ${REGISTRY}/${image} have no digest: write them with "taskpack inspect ${REGISTRY}/${image}"`;
}

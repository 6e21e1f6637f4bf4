import { expect } from 'chai';
import { cachedBuild, cachedBuildReader } from '../../../../src/controller/images/cached-build.ts';
import { valueSharing } from '../../../../src/controller/images/value-sharing.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';

describe('the sharing of values', () => {
  it('returns one object for equal values', () => {
    const share = valueSharing<{ readonly image: string; readonly list: readonly number[] }>();
    const first = share({ image: 'builder', list: [1] });
    expect(share({ image: 'builder', list: [1] })).to.equal(first);
    expect(share({ image: 'other', list: [1] })).not.to.equal(first);
    expect(share({ list: [1], image: 'builder' })).to.deep.equal(first);
  });

  it('forgets the values that were not used for longest', () => {
    const share = valueSharing();
    const used = share({ number: 'used' });
    const unused = share({ number: 'unused' });
    for (let number = 0; number < 999; number += 1) {
      share({ number });
      share({ number: 'used' });
    }
    expect(share({ number: 'used' })).to.equal(used);
    expect(share({ number: 'unused' })).not.to.equal(unused);
  });

  it('does not hold large values', () => {
    const share = valueSharing();
    const large = { text: 'x'.repeat(3_000) };
    expect(share(large)).to.equal(large);
    expect(share({ ...large })).not.to.equal(large);
  });
});

describe('the cached Builds of an Image', () => {
  it('share their equal fields, and are otherwise as they would be alone', () => {
    const read = cachedBuildReader();
    const [first, second] = [read(build(1)), read(build(2))];
    expect([first, second]).to.deep.equal([cachedBuild(build(1)), cachedBuild(build(2))]);
    expect(second.status?.stack).to.equal(first.status?.stack);
    expect(second.status?.conditions).to.equal(first.status?.conditions);
    expect(second.spec.builder).to.equal(first.spec.builder);
    expect(second.metadata.ownerReferences).to.equal(first.metadata.ownerReferences);
    expect(second.metadata.annotations).to.equal(first.metadata.annotations);
  });
});

function build(number: number): KubeObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: {
      name: `web-build-${number}`,
      namespace: 'apps',
      uid: `uid-${number}`,
      resourceVersion: `${number}`,
      labels: { 'image.kpack.io/image': 'web', 'image.kpack.io/buildNumber': `${number}` },
      annotations: { 'image.kpack.io/reason': 'COMMIT', other: 'x' },
      ownerReferences: [
        { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'web', uid: 'image', controller: true },
      ],
    },
    spec: { tags: ['tag'], builder: { image: 'builder' }, source: { git: { url: 'https://git', revision: 'main' } } },
    status: {
      conditions: [{ type: 'Succeeded', status: 'True' }],
      stack: { id: 'stack', runImage: 'run' },
      latestImage: `image-${number}`,
    },
  };
}

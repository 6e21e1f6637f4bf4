import { expect } from 'chai';
import { buildpacksStatus } from '../../../../../src/core/builders/resources/buildpacks.ts';
import { digestOf, someResolved } from '../some-world.ts';

describe('the status of a resource with buildpacks', () => {
  it('has the image, the buildpackage and the layer of each buildpack', () => {
    const child = { ...someResolved('a/child', '1', '1'), targets: [{ os: 'linux' }], mediaType: 'x' };
    const { version: _, stacks: __, ...plain } = someResolved('a/plain', '', '2');
    const facts = {
      apiVersion: 'taskpack.dev/v1alpha1' as const,
      kind: 'ImageFacts' as const,
      image: 'asked/for',
      buildpackage: { id: 'a/meta', version: '1', homepage: 'https://example.com' },
      buildpacks: [child, plain],
    };
    expect(buildpacksStatus('as/written:1', facts)).to.deep.equal([
      {
        id: 'a/child',
        version: '1',
        buildpackage: { id: 'a/meta', version: '1', homepage: 'https://example.com' },
        storeImage: { image: 'as/written:1' },
        diffId: digestOf('1'),
        digest: digestOf('1'),
        size: 100,
        api: '0.10',
        stacks: [{ id: '*' }],
        targets: [{ os: 'linux' }],
        mediaType: 'x',
      },
      {
        id: 'a/plain',
        buildpackage: { id: 'a/meta', version: '1', homepage: 'https://example.com' },
        storeImage: { image: 'as/written:1' },
        diffId: digestOf('2'),
        digest: digestOf('2'),
        size: 100,
        api: '0.10',
      },
    ]);
  });
});

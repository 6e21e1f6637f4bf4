import { expect } from 'chai';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { isKubeError } from '../../../../src/clients/kube/kube-error.ts';
import { cachedBuild } from '../../../../src/controller/images/cached-build.ts';
import { someBuild } from '../../insight/views/some-objects.ts';

const metadata = { name: 'shop-build-1', namespace: 'team' };

function read(changed: JsonObject): ReturnType<typeof cachedBuild> {
  const build = someBuild();
  return cachedBuild({
    ...build,
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { ...metadata, ...changed },
  });
}

describe('a Build that an API server sends', () => {
  it('has a sentence that names the Build and the fields if its metadata is invalid', () => {
    expect(() => read({ generation: 'two', labels: { 'image.kpack.io/image': 7 } })).to.throw(
      /^read builds\.kpack\.io team\/shop-build-1: the object is invalid: .*metadata\.generation: .*metadata\.labels/,
    );
  });

  it('is read, or fails with a sentence, whatever is in its metadata', () => {
    const fields = fc.record(
      Object.fromEntries(
        ['uid', 'generation', 'labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields', 'odd'].map(
          (name) => [name, fc.jsonValue()],
        ),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (changed) => {
        try {
          expect(read(changed as JsonObject).metadata.name).to.equal('shop-build-1');
        } catch (error) {
          if (!isKubeError(error, 'BAD_ANSWER')) throw error;
          expect(error.message).to.match(/^read builds\.kpack\.io team\/shop-build-1: the object is invalid: /);
        }
      }),
    );
  });
});

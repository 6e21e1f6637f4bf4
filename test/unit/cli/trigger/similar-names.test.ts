import { expect } from 'chai';
import { readBuild, readImage } from '../../../../src/cli/image-builds.ts';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

const CLIENT = {
  get: async ({ kind }: { readonly kind: string }) =>
    kind === 'Namespace'
      ? { apiVersion: 'v1', kind, metadata: { name: 'team' } }
      : Promise.reject(new KubeError('NOT_FOUND', 'get', 'not found')),
  list: async function* () {
    yield { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', metadata: { name: 'shop' } };
  },
} as unknown as Pick<KubeClient, 'get' | 'list'>;

describe('an Image or Build that does not exist', () => {
  for (const [name, details] of [
    ['shp', 'did you mean shop?'],
    ['cart', undefined],
  ] as const) {
    it(`is reported with ${details ?? 'no suggestion'} for ${name}`, async () => {
      const place = { namespace: 'team', name };
      for (const [resource, read] of Object.entries({ images: readImage, builds: readBuild })) {
        const [problem] = ((await rejection(read(CLIENT, place))) as { problems?: readonly object[] }).problems ?? [];
        expect(problem).to.include({ message: `${resource}.kpack.io "${name}" not found in namespace team` });
        expect((problem as { details?: string }).details).to.equal(details);
      }
    });
  }
});

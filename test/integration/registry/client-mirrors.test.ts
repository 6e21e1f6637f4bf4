import { expect } from 'chai';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import type { ImageReference } from '../../../src/core/model/image-reference.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { authorized, manifestAnswer } from './client-fake-answers.ts';
import { fakeRegistries } from './client-fake-registry.ts';
import { contentOf, testClients } from './client-fixture.ts';
import { smallImage } from './stored-image.ts';

describe('the registry client', () => {
  const fake = fakeRegistries(3);
  const clients = testClients();
  const at = (): ImageReference => ({ registry: fake().address, repository: 'a', tag: '1' });
  const good = Buffer.from('0123456789');
  const blob = { digest: digestOf(good), size: 10 };
  const image = smallImage();
  const content = Buffer.from(image.manifest.content);

  describe('with mirrors', () => {
    const reference = { registry: 'unreachable.test', repository: 'library/a', tag: '1' };

    it('reads from the first working mirror, under its path, with its own credentials', async () => {
      const asked: string[] = [];
      fake().answer = () => ({ status: 404 });
      fake(1).answer = (request) =>
        authorized(
          request,
          'Basic realm="x"',
          request.path.includes('manifests') ? manifestAnswer(content) : { body: good },
        );
      const client = clients.make({
        mirrors: { 'unreachable.test': [fake().address, `${fake(1).address}/hub/`] },
        keychain: async ({ registry, repository }) => {
          asked.push(`${registry}/${repository}`);
          return { kind: 'password', ...ACCOUNT };
        },
      });
      expect((await client.manifest(reference)).digest).to.equal(image.manifest.digest);
      expect(await contentOf(client.blob(reference, blob))).to.equal('0123456789');
      expect(fake(1).seen.at(-1)?.path).to.equal(`/v2/hub/library/a/blobs/${blob.digest}`);
      expect([...new Set(asked)]).to.deep.equal([`${fake().address}/library/a`, `${fake(1).address}/hub/library/a`]);
    });

    it('ignores mirrors if the registry itself is requested', async () => {
      fake().answer = ({ path }) => (path.includes('manifests') ? manifestAnswer(content) : undefined);
      const client = clients.make({ mirrors: { [fake().address]: [fake(1).address] } });
      expect((await client.resolve(at(), { mirrors: false })).digest).to.equal(image.manifest.digest);
      expect(fake(1).seen).to.deep.equal([]);
    });

    it('falls back to the registry itself', async () => {
      fake().answer = ({ path }) => (path.includes('manifests') ? manifestAnswer(content) : undefined);
      const client = clients.make({ mirrors: { [fake().address]: [fake(1).address] } });
      expect((await client.manifest(at())).digest).to.equal(image.manifest.digest);
    });
  });
});

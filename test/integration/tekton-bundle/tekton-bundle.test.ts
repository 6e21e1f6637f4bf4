import { expect } from 'chai';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { ImageReference } from '../../../src/core/model/image-reference.ts';
import { makeBundle, pushBundle } from '../../../src/clients/tekton-bundle/tekton-bundle.ts';
import { type FaultProxy, startFaultProxy } from '../../cluster/registry/fault-proxy.ts';
import { builder as account, failureOf, stranger, testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { someBundle, TASK } from './some-bundle.ts';

describe('pushing a Tekton Bundle', () => {
  const registry = temporaryRegistry('none');
  const guarded = temporaryRegistry('basic');
  const clients = testClients();
  let proxy: FaultProxy;

  before(async () => {
    proxy = await startFaultProxy(registry().address);
  });
  after(async () => proxy.stop());
  beforeEach(() => proxy.clear());

  const tagged = (repository: string): ImageReference => ({ registry: proxy.address, repository, tag: '1' });
  const uploads = (): number => proxy.seen.filter(({ method }) => method === 'PATCH').length;

  it('stores the bundle in the registry, byte for byte', async () => {
    const bundle = someBundle();
    const digest = await pushBundle(clients.make(), tagged('tasks'), bundle);
    expect(digest).to.equal(bundle.manifest.digest);
    const found = await clients.make().manifest(tagged('tasks'));
    expect(Buffer.from(found.bytes)).to.deep.equal(Buffer.from(bundle.manifest.content));
    if (found.content.kind === 'index') throw new Error('a bundle is an image');
    const [layer] = found.content.layers;
    if (layer === undefined) throw new Error('a bundle has a layer');
    const tar = gunzipSync(await buffer(clients.make().blob(tagged('tasks'), layer)));
    expect(tar.toString()).to.include(`name: ${TASK.metadata.name}`);
  });

  it('sends only the manifest the second time', async () => {
    await pushBundle(clients.make(), tagged('twice'), someBundle());
    expect(uploads(), 'the layer and the configuration').to.equal(2);
    proxy.clear();
    await pushBundle(clients.make(), { ...tagged('twice'), tag: '2' }, someBundle());
    expect(uploads()).to.equal(0);
  });

  it('succeeds with push permission, and fails without', async () => {
    const there = { registry: guarded().address, repository: 'tasks', tag: '1' };
    await pushBundle(clients.make({ keychain: account }), there, someBundle());
    expect(await failureOf(pushBundle(clients.make({ keychain: stranger }), there, someBundle()))).to.match(
      /^UNAUTHORIZED /,
    );
  });

  it('fails under the digest of another bundle', async () => {
    const other = makeBundle([{ ...TASK, metadata: { name: 'other' } }]);
    if (other.kind === 'problems') throw new Error(other.messages.join('\n'));
    const { digest } = other.image.manifest;
    const there = { registry: proxy.address, repository: 'pinned', digest };
    expect(await failureOf(pushBundle(clients.make(), there, someBundle()))).to.match(/^DIGEST_MISMATCH /);
  });
});

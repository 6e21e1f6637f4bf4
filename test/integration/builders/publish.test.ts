import { expect } from 'chai';
import { makeBuilders, type MadeBuilders } from '../../../src/cli/builder/digest.ts';
import { publishBuilder } from '../../../src/controller/builders/publish-builder-image.ts';
import { parseImageReference, type ImageReference } from '../../../src/core/model/image-reference.ts';
import { startFaultProxy, type FaultProxy } from '../../cluster/registry/fault-proxy.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import { builder as account, stranger, testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { someUniverse } from '../universe/some-universe.ts';
import { universeFacts } from './universe-facts.ts';

type Image = MadeBuilders['builders'][number]['image'];

describe('publishing a builder', () => {
  const registry = temporaryRegistry('none');
  const guarded = temporaryRegistry('basic');
  const clients = testClients();
  let proxy: FaultProxy;
  let image: Image;

  before('the universe is pushed', async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    proxy = await startFaultProxy(registry().address);
    const pushed = await pushUniverse(registry(), await someUniverse());
    // All requests pass through the proxy, which records them.
    const documents = universeDocuments(
      JSON.parse(JSON.stringify(pushed).replaceAll(registry().address, proxy.address)) as typeof pushed,
      'team',
    );
    const facts = await universeFacts(clients.make(), documents);
    const values = [...documents.parts, documents.builders.good, ...facts].map((value) => ({ value }));
    const { builders, problems } = makeBuilders({ documents: values, problems: [] }, {}, '0.9');
    expect(problems).to.deep.equal([]);
    const [made] = builders;
    if (made === undefined) throw new Error('there is one builder');
    ({ image } = made);
  });
  after(async () => proxy.stop());
  beforeEach(() => proxy.clear());

  /** Returns the builder with another tag to publish to. Its labels keep the original tag. */
  const goingTo = (tag: string): Image => ({
    ...image,
    tag: `${proxy.address}/${tag}`,
    runImage: { ...image.runImage, to: `${proxy.address}/${tag}-run-image` },
  });
  /** Returns the requests with this method and path. */
  const requests = (method: string, path: RegExp): number =>
    proxy.seen.filter((request) => request.method === method && path.test(request.path)).length;

  it('mounts existing blobs: uploads no layer of another image, and needs at most two requests for each layer', async () => {
    const own = image.layers.filter(({ origin }) => origin.kind === 'content');
    expect(own).to.have.length(3);
    expect(await publishBuilder(goingTo('fresh:1'), clients.make())).to.equal('pushed');
    expect(requests('GET', /\/blobs\//)).to.equal(0);
    // The blobs are the directories, stack.toml, order.toml and the configuration.
    expect(requests('PUT', /\/blobs\/uploads\//)).to.equal(own.length + 1);
    const foreign = image.layers.filter(({ origin }) => origin.kind === 'image');
    expect(foreign).to.have.length(7);
    for (const { descriptor } of foreign) {
      const about = proxy.seen.filter(({ path }) => decodeURIComponent(path).includes(descriptor.digest));
      expect(about.map(({ method }) => method)).to.deep.equal(['POST', 'HEAD']);
    }
  });

  it('uploads nothing if the tag already points to the builder', async () => {
    await publishBuilder(goingTo('twice:1'), clients.make());
    proxy.clear();
    expect(await publishBuilder(goingTo('twice:1'), clients.make())).to.equal('present');
    const asked = proxy.seen.filter(({ path }) => path !== '/v2/').map(({ method, path }) => `${method} ${path}`);
    // The second request for each tag checks the digest that the registry reports.
    expect(asked.map((request) => request.replace(/sha256:[0-9a-f]{64}$/, 'DIGEST'))).to.deep.equal([
      'HEAD /v2/twice/manifests/1-run-image',
      'HEAD /v2/twice/manifests/DIGEST',
      'HEAD /v2/twice/manifests/1',
      'HEAD /v2/twice/manifests/DIGEST',
    ]);
  });

  it("copies the run image to the builder's registry, byte for byte", async () => {
    await publishBuilder(goingTo('run:1'), clients.make());
    const copy = await clients.make().manifest(referenceOf(`${proxy.address}/run:1-run-image`));
    expect(copy.digest).to.equal(referenceOf(image.runImage.from).digest);
  });

  it('copies layers that are only in another registry', async () => {
    const other = guarded().address;
    const elsewhere = {
      ...goingTo('over:1'),
      tag: `${other}/over:1`,
      runImage: { ...image.runImage, to: `${other}/over:1-run-image` },
    };
    expect(await publishBuilder(elsewhere, clients.make({ keychain: account }))).to.equal('pushed');
    const found = await clients.make({ keychain: account }).manifest(referenceOf(`${other}/over:1`));
    expect(found.digest).to.equal(image.manifest.digest);
    for (const { descriptor } of image.layers) {
      expect(
        await clients.make({ keychain: account }).hasBlob(referenceOf(`${other}/over`), descriptor.digest),
      ).to.equal(true);
    }
  });

  it('fails without push permission', async () => {
    const other = guarded().address;
    const elsewhere = {
      ...goingTo('closed:1'),
      tag: `${other}/closed:1`,
      runImage: { ...image.runImage, to: `${other}/closed:1-run-image` },
    };
    await publishBuilder(elsewhere, clients.make({ keychain: stranger })).then(
      () => expect.fail('it must be refused'),
      (error: unknown) => expect(error).to.include({ code: 'UNAUTHORIZED' }),
    );
  });
});

function referenceOf(name: string): ImageReference {
  const reference = parseImageReference(name);
  if (reference === undefined) throw new Error(`${name} is no reference`);
  return reference;
}

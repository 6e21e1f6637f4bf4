import { expect } from 'chai';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompletionInputs } from '../../../src/core/model/build-inputs.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import type { PulledConfig } from '../../../src/clients/registry/client/manifests/pull-config.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { runCompletion, type BuiltImage, type Completion } from './completed-build.ts';
import { signingOracle, type SigningOracle } from './signing-oracle.ts';

/** kpack's two annotations and two of a Build. The names are not sorted, and a value has characters that JSON and HTML escape. */
const ANNOTATIONS = [
  { name: 'buildTimestamp', value: '20260102.030405' },
  { name: 'buildNumber', value: '7' },
  { name: '10', value: 'ten' },
  { name: '2', value: 'a "quoted" <b> & ü' },
];

describe('signatures of completion', function () {
  this.timeout(600_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  let folder = '';
  let oracle: SigningOracle;
  let images = 0;

  before(async () => {
    const programs = await ensurePrograms(['signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-signing-'));
    oracle = signingOracle(programs['signing-oracle'], folder);
    await oracle.makeKey(path.join(folder, 'secrets/first'), 'open sesame');
    await oracle.makeKey(path.join(folder, 'secrets/second'), '');
    mkdirSync(path.join(folder, 'alone'));
    cpSync(path.join(folder, 'secrets/first'), path.join(folder, 'alone/first'), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are verified by cosign with every key and all annotations', async () => {
    const image = await someImage();
    expect(await sign(image, ['second', 'first'])).to.include({ code: 0, errors: '' });
    for (const name of ['first', 'second']) {
      expect(await oracle.verifies(secret(name), image.tag, ANNOTATIONS), name).to.equal(true);
      expect(await oracle.verifies(secret(name), image.tag, [{ name: 'buildNumber', value: '8' }]), name).to.equal(
        false,
      );
    }
  });

  it("have the same payload, manifest and configuration as kpack's", async () => {
    const image = await someImage();
    const elsewhere = `${registry().address}/signatures`;
    await oracle.sign(path.join(folder, 'secrets'), image.tag, image.digest, ANNOTATIONS);
    await sign(image, ['first', 'second'], { repository: elsewhere });
    const [kpacks, ours] = [await signatureImage(image), await signatureImage({ ...image, tag: elsewhere })];
    expect(Buffer.from(ours.bytes).toString()).to.equal(Buffer.from(kpacks.bytes).toString());
    expect(withoutSignatures(ours)).to.equal(withoutSignatures(kpacks));
    expect(ours.manifest.mediaType).to.equal(kpacks.manifest.mediaType);
    expect(await oracle.verifies(secret('second'), image.tag, ANNOTATIONS, elsewhere)).to.equal(true);
  });

  it('are added to existing signatures, and not repeated if taskpack or kpack signed before', async () => {
    const image = await someImage();
    await oracle.sign(path.join(folder, 'alone'), image.tag, image.digest, ANNOTATIONS);
    await sign(image, ['first', 'second']);
    const { manifest, layers } = await signatureImage(image);
    expect(layers).to.have.length(2);
    for (const name of ['first', 'second']) {
      expect(await oracle.verifies(secret(name), image.tag, ANNOTATIONS), name).to.equal(true);
    }
    await sign(image, ['first', 'second']);
    expect((await signatureImage(image)).manifest.digest).to.equal(manifest.digest);
  });

  it("have Docker's media types if the Secret requests them", async () => {
    const image = await someImage();
    await sign(image, ['first'], { dockerMediaTypes: '1' });
    const { manifest, descriptor } = await signatureImage(image);
    expect(manifest.mediaType).to.equal(MEDIA_TYPES.docker.manifest);
    expect(descriptor.mediaType).to.equal(MEDIA_TYPES.docker.config);
    expect(await oracle.verifies(secret('first'), image.tag)).to.equal(true);
  });

  it('are not created with a wrong password, and completion reports no result', async () => {
    const image = await someImage();
    cpSync(secret('first'), secret('wrong'), { recursive: true });
    writeFileSync(path.join(secret('wrong'), 'cosign.password'), 'open barley');
    expect(await sign(image, ['wrong'])).to.deep.equal({
      code: 41,
      log: '',
      errors: `ERROR: the signing key ${secret('wrong')}/cosign.key cannot be decrypted with cosign.password: correct the password in the Secret\n`,
    });
    expect(await oracle.verifies(secret('first'), image.tag)).to.equal(false);
  });

  async function someImage(): Promise<BuiltImage> {
    images += 1;
    const layer = makeLayer([{ path: '/number', kind: 'file', content: `${images}` }]);
    const repository = `signed-${images}`;
    const digest = await pushImage(
      makeImage({ config: { ...PLATFORM }, layers: [layer] }),
      { url: registry().url, repository },
      'latest',
    );
    return { tag: `${registry().address}/${repository}:latest`, digest };
  }

  async function sign(
    image: BuiltImage,
    names: readonly string[],
    options: Partial<CompletionInputs['signing'][number]> = {},
  ): Promise<Completion> {
    const signing = names.map((name) => ({ path: secret(name), ...options }));
    const work = path.join(folder, 'work');
    return runCompletion(work, image, { signing, signatureAnnotations: ANNOTATIONS }, [`-outcome=${work}/message`]);
  }

  function secret(name: string): string {
    return path.join(folder, 'secrets', name);
  }

  async function signatureImage({ tag, digest }: BuiltImage): Promise<PulledConfig> {
    const reference = parseImageReference(tag);
    if (reference === undefined) throw new Error(tag);
    const { registry: host, repository } = reference;
    return clients
      .make()
      .config({ registry: host, repository, tag: `${digest.replace(':', '-')}.sig` }, { os: '', architecture: '' });
  }
});

/** Returns the manifest's text without random values. */
function withoutSignatures({ manifest }: PulledConfig): string {
  return Buffer.from(manifest.bytes)
    .toString()
    .replaceAll(/(?<="dev\.cosignproject\.cosign\/signature":")[^"]+/g, '');
}

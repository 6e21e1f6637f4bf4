import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pushSbom } from '../../../scripts/images/referrer.mjs';
import { assembleRelease, withSignature, type Release } from '../../../scripts/release/assemble-release.mjs';
import { pushRelease } from '../../../scripts/release/push-release.mjs';
import { cloneOf, readState } from '../../../scripts/release/release-state.mjs';
import { signImages } from '../../../scripts/release/signatures.mjs';
import { verifyRelease } from '../../../scripts/release/verify-release.mjs';
import { contentSigner } from '../../../scripts/signing.mjs';
import { parseImageReference, type ImageReference } from '../../../src/model/image-reference.ts';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { jsonBlob } from '../../../src/registry/image.ts';
import { MEDIA_TYPES } from '../../../src/registry/media-types.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ROOT } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { smallInputs } from '../../support/small-release.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { helmIn } from '../install/helm/helm.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';

/** The page runs the command on an unaltered release with a registry, and then on an altered one. */
const VERIFY =
  'npm run --silent --prefix /path/to/the/clone release -- verify 0.1.0 --dir "$PWD" --public-key "$PWD/../cosign.pub"';

describe('a release in a registry', function () {
  this.timeout(300_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = {
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  let client: RegistryClient;
  let release: Release;
  let place: string;
  const clone = cloneOf(readState());
  let programs: Readonly<Record<'cosign', string>>;

  before('a release is pushed and signed', async () => {
    programs = await ensurePrograms(['cosign'], (line) => console.error(line));
    client = clients.make();
    place = `${registry().address}/release`;
    const sign = await contentSigner({ key: pem.private });
    release = withSignature(assembleRelease({ ...smallInputs(place), ...clone, kind: 'draft' }), sign);
    await pushRelease(client, release);
    await signImages(client, release, { key: pem.private });
  });

  async function failedClaims(
    files = release.files,
    { name = place, key = pem.public } = {},
  ): Promise<readonly string[]> {
    const registries = { client, name };
    const results = await verifyRelease({
      version: VERSION,
      files,
      kind: 'draft',
      clone,
      publicKey: key,
      registry: registries,
    });
    return results.flatMap(({ claim, reason }) => (reason === undefined ? [] : [claim]));
  }

  /** Empties the list of an image's referrers. */
  async function forgetReferrers(image: string, digest: string): Promise<void> {
    const none = { schemaVersion: 2, mediaType: MEDIA_TYPES.oci.index, manifests: [] };
    const index = jsonBlob(MEDIA_TYPES.oci.index, none);
    const tag = reference(`${place}/${image}:${digest.replace(':', '-')}`);
    await client.pushManifest(tag, { mediaType: index.mediaType, bytes: index.content });
  }

  describePage('docs/how-to/verify-a-release.md', {
    reader: () => ({
      // The work tree of a test is not that of a release.
      values: {
        'release -- verify 0.1.0': `release -- verify ${VERSION} --draft`,
        'taskpack 0.1.0 from': `…\ntaskpack ${VERSION} from`,
        'docker.io/taskpack': place,
        '0.1.0': VERSION,
        '/path/to/the/clone': ROOT,
      },
      env: {},
      prelude: `alias cosign='"${programs.cosign}"'`,
    }),
    before: {
      'Check the files': (directory) => {
        directory.write({ 'cosign.pub': pem.public });
        const folder = path.join(directory.path, `taskpack-${VERSION}`);
        mkdirSync(folder);
        for (const [name, content] of release.files) writeFileSync(path.join(folder, name), content);
      },
    },
    exits: { [`${VERIFY} --registry`]: 0, [VERIFY]: 1 },
  });

  it('has all images, their SBOMs, signatures and attestations', async () => {
    expect(await failedClaims()).to.deep.equal([]);
    const tag = await client.manifest(reference(`${place}/steps:${VERSION}`), { os: 'linux', architecture: 'arm64' });
    expect(tag.indexDigest).to.equal(release.images[0]?.root.digest);
  });

  it('has the Helm chart, which installs the images of the release', async () => {
    const workspace = makeWorkspace();
    const helm = await helmIn(workspace.path);
    const chart = `oci://${place}/charts/taskpack`;
    const options = ['--version', VERSION, '--plain-http', '--kube-version', '1.34'];
    const stdout = await helm('template', 'taskpack', chart, ...options);
    workspace.remove();
    const images = Array.from(stdout.matchAll(/(?:image|_IMAGE): (\S+@\S+)/g), ([, image]) => image);
    const [steps, entrypoint] = release.images.map(({ name, root }) => `${place}/${name}@${root.digest}`);
    expect(images).to.deep.equal([steps, entrypoint, steps]);
  });

  it('fails the claims of a tag that leads to another image and of SBOMs that are not referrers, until the next push', async () => {
    const arm64 = release.images[1]?.images[1];
    const amd64 = release.images[0]?.images[0]?.manifest.digest ?? '';
    if (arm64 === undefined) throw new Error('the release has no second platform');
    const { mediaType, content: bytes } = arm64.manifest;
    await client.pushManifest(reference(`${place}/entrypoint:${VERSION}`), { mediaType, bytes });
    await forgetReferrers('steps', amd64);
    expect(await failedClaims()).to.deep.equal([
      'tag of image entrypoint in the registry',
      'referrer steps-linux-amd64.spdx.json in the registry',
      'referrer steps-linux-amd64.cdx.json in the registry',
    ]);
    await pushRelease(client, release);
    expect(await failedClaims()).to.deep.equal([]);
  });

  for (const [kind, failed] of [
    ['sig', ['signed digest']],
    ['att', ['provenance subject', 'SPDX document subject', 'CycloneDX document subject', 'SBOM']],
    ['sbom', ['SBOM']],
  ] as const) {
    const tag = (digest = ''): ImageReference => reference(`${place}/steps:${digest.replace(':', '-')}.${kind}`);
    it(`fails the claims of an image whose .${kind} is that of another image`, async () => {
      const [index, image] = [release.images[0]?.root.digest, release.images[0]?.images[0]?.manifest.digest];
      const [own, other] = [await client.manifest(tag(index)), await client.manifest(tag(image))];
      await client.pushManifest(tag(index), other);
      expect(await failedClaims()).to.deep.equal(failed.map((claim) => `${claim} of image steps`));
      await client.pushManifest(tag(index), own);
    });
  }

  it('fails the claim of an SBOM beside those of the release, and of one that is described otherwise', async () => {
    const [steps, entrypoint] = release.images;
    if (steps === undefined || entrypoint === undefined) throw new Error('the release has no images');
    const text = '{"spdxVersion":"SPDX-2.3"}';
    const document = { file: 'steps.spdx.json', mediaType: 'application/spdx+json', text };
    await pushSbom(client, reference(steps.reference), steps.root, document);
    const tag = reference(`${place}/entrypoint:${entrypoint.root.digest.replace(':', '-')}`);
    const { bytes } = await client.manifest(tag);
    const listed = Buffer.from(bytes)
      .toString()
      .replace('"artifactType":"application/spdx+json"', '"artifactType":"other"');
    await client.pushManifest(tag, { mediaType: MEDIA_TYPES.oci.index, bytes: Buffer.from(listed) });
    expect(await failedClaims()).to.deep.equal([
      'other SBOMs of steps in the registry',
      'referrer entrypoint.spdx.json in the registry',
      'other SBOMs of entrypoint in the registry',
    ]);
    for (const { root, name } of [steps, entrypoint]) await forgetReferrers(name, root.digest);
    await pushRelease(client, release);
    expect(await failedClaims()).to.deep.equal([]);
  });

  it('fails the claims of a signature by another key', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });
    expect(await failedClaims(release.files, { key: other.toString() }))
      .to.include('signature of image steps')
      .and.include('provenance signature of image entrypoint for linux/arm64');
  });

  it('fails the claims of images that are not pushed', async () => {
    expect(await failedClaims(release.files, { name: `${registry().address}/elsewhere` }))
      .to.include('content of image steps in the registry')
      .and.include('referrer tasks.spdx.json in the registry')
      .and.include('signature of image tasks');
  });

  it('fails the claim of a provenance that differs from the attested one', async () => {
    const text = release.files.get('provenance.json')?.toString() ?? '';
    const other = Buffer.from(text.replace('"buildType": "', '"buildType": "https://other.example.com/'));
    expect(await failedClaims(new Map([...release.files, ['provenance.json', other]])))
      .to.include('provenance predicate of image steps')
      .and.include('checksum of provenance.json');
  });
});

function reference(name: string): ImageReference {
  const parsed = parseImageReference(name);
  if (parsed === undefined) throw new Error(`${name} is not an image reference`);
  return parsed;
}

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Release } from '../../../scripts/release/assemble-release.mjs';
import { pushRelease } from '../../../scripts/release/push-release.mjs';
import { BUNDLE_TYPE } from '../../../src/clients/signing/bundle.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import { objectsAt, textAt } from '../../support/json-field.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { bothCosigns } from '../signing/both-cosigns.ts';
import { helmIn } from '../install/helm/helm.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { publishedRelease, releaseKey, writeRelease } from './published-release.ts';

describe('a release in a registry', function () {
  this.timeout(300_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  const key = releaseKey();
  let client: RegistryClient;
  let cosigns = { cosign: '', cosign3: '' };
  let release: Release;
  let place: string;

  before('a release is pushed and signed', async () => {
    cosigns = await ensurePrograms(['cosign', 'cosign3'], (line) => console.error(line));
    client = clients.make();
    place = `${registry().address}/release`;
    release = await publishedRelease(client, place, key);
  });

  describePage('docs/how-to/verify-a-release.md', {
    reader: () => ({
      values: { 'docker.io/taskpack': place, '0.1.0': VERSION },
      env: {},
      prelude: bothCosigns(cosigns),
    }),
    before: {
      'Check the files': (directory) => {
        directory.write({ 'cosign.pub': key.publicKey });
        writeRelease(path.join(directory.path, `taskpack-${VERSION}`), release);
      },
    },
  });

  it('has a Sigstore bundle with the signature of the checksums, which cosign 3 verifies', async () => {
    const workspace = makeWorkspace();
    const name = (file: string): string => path.join(workspace.path, file);
    writeRelease(workspace.path, release);
    workspace.write({ 'cosign.pub': key.publicKey });
    const options = [
      '--key',
      name('cosign.pub'),
      '--insecure-ignore-tlog',
      '--bundle',
      name('SHA256SUMS.sigstore.json'),
    ];
    const verifies = async (file: string): Promise<unknown> =>
      promisify(execFile)(cosigns.cosign3, ['verify-blob', ...options, name(file)], { env: { HOME: workspace.path } });
    await verifies('SHA256SUMS');
    expect(String(await verifies('release.json').catch((error: unknown) => error))).to.include('Command failed');
    workspace.remove();
  });

  it('has the Helm chart, which installs the images of the release', async () => {
    const workspace = makeWorkspace();
    const helm = await helmIn(workspace.path);
    const chart = `oci://${place}/charts/taskpack`;
    const options = ['--version', VERSION, '--plain-http', '--kube-version', '1.34'];
    const stdout = await helm('template', 'taskpack', chart, ...options);
    workspace.remove();
    const images = Array.from(stdout.matchAll(/(?:image|_IMAGE): "(\S+@\S+)"/g), ([, image]) => image);
    const [steps, entrypoint] = release.images.map(({ name, root }) => `${place}/${name}@${root.digest}`);
    expect(images).to.deep.equal([steps, entrypoint, steps]);
  });

  it('has the SBOMs of each image and platform as referrers, once after two pushes', async () => {
    await pushRelease(client, release);
    for (const { reference, root, images } of release.images) {
      const image = parseImageReference(reference);
      if (image === undefined) throw new Error(`${reference} is not an image reference`);
      for (const digest of new Set([root.digest, ...images.map(({ manifest }) => manifest.digest)])) {
        const { json } = await client.manifest({ ...image, tag: digest.replace(':', '-') });
        const types = objectsAt(json, 'manifests').map((one) => textAt(one, 'artifactType'));
        const sboms = types.filter((type) => type !== BUNDLE_TYPE);
        expect(sboms, reference).to.have.members(['application/spdx+json', 'application/vnd.cyclonedx+json']);
        // A signature and three attestations.
        expect(types.length - sboms.length, reference).to.equal(4);
      }
    }
  });
});

import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assembleRelease, withSignature, type Release } from '../../../scripts/release/assemble-release.mjs';
import { pushRelease } from '../../../scripts/release/push-release.mjs';
import { signImages } from '../../../scripts/release/signatures.mjs';
import { verifyRelease } from '../../../scripts/release/verify-release.mjs';
import { contentSigner } from '../../../scripts/signing.mjs';
import { isJsonObject, parseJson } from '../../../src/model/json.ts';
import { objectsAt, textAt } from '../../../src/model/json-field.ts';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { freePorts } from '../../cluster/processes/free-port.ts';
import { startProcess, type LeashedProcess } from '../../cluster/processes/leashed-process.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { cosign, type Cosign } from '../../integration/signing/cosign.ts';
import { CLONE, smallInputs } from '../../support/small-release.ts';

describe('a release in a registry that serves the referrers API', function () {
  this.timeout(600_000);
  const clients = testClients();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  let folder = '';
  let registry: LeashedProcess;
  let address = '';
  let client: RegistryClient;
  let release: Release;
  let real: Cosign;

  before('a release is pushed and signed', async () => {
    const programs = await ensurePrograms(['leash', 'referrers-registry', 'cosign'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-referrers-'));
    writeFileSync(path.join(folder, 'cosign.pub'), pem);
    real = cosign(programs.cosign, folder, '');
    const [port = 0] = await freePorts(1);
    address = `127.0.0.1:${port}`;
    const spec = { name: 'referrers-registry', command: programs['referrers-registry'], args: [address] };
    registry = startProcess({ ...spec, log: path.join(folder, 'registry.log') }, programs.leash);
    await until('registry', async () => (await fetch(`http://${address}/v2/`)).ok, { died: [registry.died] });
    client = clients.make();
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    release = withSignature(assembleRelease(smallInputs(`${address}/release`)), await contentSigner({ key }));
    await pushRelease(client, release);
    await signImages(client, release, { key });
  });
  after(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has all images, their SBOMs, signatures and attestations', async () => {
    const results = await verifyRelease({
      version: VERSION,
      files: release.files,
      clone: CLONE,
      publicKey: pem,
      registry: { client, name: `${address}/release` },
    });
    expect(results.filter(({ reason }) => reason !== undefined)).to.deep.equal([]);
  });

  it('has the SBOMs of each image and platform as referrers', async () => {
    for (const { name, root, images } of release.images.slice(0, 2)) {
      for (const digest of [root.digest, ...images.map(({ manifest }) => manifest.digest)]) {
        const response = await fetch(`http://${address}/v2/release/${name}/referrers/${digest}`);
        const index = parseJson(await response.text());
        const types: unknown[] = [];
        for (const artifact of objectsAt(isJsonObject(index) ? index : {}, 'manifests')) {
          const place = { registry: address, repository: `release/${name}`, digest: textAt(artifact, 'digest') ?? '' };
          types.push((await client.manifest(place)).json['artifactType']);
        }
        expect(types).to.have.members(['application/spdx+json', 'application/vnd.cyclonedx+json']);
      }
    }
  });

  it('is read by cosign', async () => {
    const [key, image] = [path.join(folder, 'cosign.pub'), release.images[0]?.reference ?? ''];
    await real.verify(key, image);
    expect(await real.attestations(key, image, 'slsaprovenance1')).to.have.length(1);
    expect(await real.attestations(key, image, 'spdxjson')).to.have.length(1);
    expect(JSON.parse(await real.sbom(image))).to.deep.include({ spdxVersion: 'SPDX-2.3' });
  });
});

import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Release } from '../../../scripts/release/assemble-release.mjs';
import { BUNDLE_TYPE } from '../../../src/clients/signing/bundle.ts';
import { isJsonObject, parseJson } from '../../../src/core/model/json.ts';
import { objectsAt, textAt } from '../../support/json-field.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { freePorts } from '../../cluster/processes/free-port.ts';
import { startProcess, type LeashedProcess } from '../../cluster/processes/leashed-process.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { publishedRelease, releaseKey } from '../../integration/release/published-release.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { cosign, type Cosign } from '../../integration/signing/cosign.ts';

describe('a release in a registry that serves the referrers API', function () {
  this.timeout(600_000);
  const clients = testClients();
  const key = releaseKey();
  let folder = '';
  let registry: LeashedProcess;
  let address = '';
  let client: RegistryClient;
  let release: Release;
  let real: Cosign;
  let newest: Cosign;

  before('a release is pushed and signed', async () => {
    const names = ['leash', 'referrers-registry', 'cosign', 'cosign3'] as const;
    const programs = await ensurePrograms(names, (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-referrers-'));
    writeFileSync(path.join(folder, 'cosign.pub'), key.publicKey);
    real = cosign(programs.cosign, folder, '');
    newest = cosign(programs.cosign3, folder, '');
    const [port = 0] = await freePorts(1);
    address = `127.0.0.1:${port}`;
    const spec = { name: 'referrers-registry', command: programs['referrers-registry'], args: [address] };
    registry = startProcess({ ...spec, log: path.join(folder, 'registry.log') }, programs.leash);
    await until('registry', async () => (await fetch(`http://${address}/v2/`)).ok, { died: [registry.died] });
    client = clients.make();
    release = await publishedRelease(client, `${address}/release`, key);
  });
  after(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
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
        const sboms = types.filter((type) => type !== BUNDLE_TYPE);
        expect(sboms).to.have.members(['application/spdx+json', 'application/vnd.cyclonedx+json']);
        expect(types.length - sboms.length).to.equal(4);
        const tag = await fetch(`http://${address}/v2/release/${name}/manifests/${digest.replace(':', '-')}`);
        expect(tag.status).to.equal(404);
      }
    }
  });

  it('is read by cosign', async () => {
    const [publicKey, image] = [path.join(folder, 'cosign.pub'), release.images[0]?.reference ?? ''];
    for (const one of [real, newest]) {
      await one.verify(publicKey, image);
      expect(await one.attestations(publicKey, image, 'slsaprovenance1')).to.have.length(1);
      expect(await one.attestations(publicKey, image, 'spdxjson')).to.have.length(1);
    }
    expect(JSON.parse(await real.sbom(image))).to.deep.include({ spdxVersion: 'SPDX-2.3' });
  });
});

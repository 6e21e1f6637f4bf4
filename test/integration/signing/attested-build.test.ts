import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AttestationInputs, CompletionInputs } from '../../../src/core/model/build-inputs.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runCompletion, type BuiltImage, type Completion } from '../completion/completed-build.ts';
import { signingOracle } from '../completion/signing-oracle.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { cosign, type Cosign } from './cosign.ts';

const PASSWORD = 'open sesame';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const RUN_IMAGE = `registry.example.com/run@sha256:${'d'.repeat(64)}`;
const LEFT_PAD = { 'bom-ref': 'pkg:npm/left-pad@1.0.0', type: 'library', name: 'left-pad', version: '1.0.0' };

const SPDX = { spdxVersion: 'SPDX-2.3', packages: [{ name: 'left-pad', SPDXID: 'SPDXRef-Package' }] };

const TRUSTED_ROOT = 'application/vnd.dev.sigstore.trustedroot+json;version=0.1';
const ANNOTATION = { name: 'buildNumber', value: '7' };

const ATTESTATION: AttestationInputs = {
  build: { namespace: 'team', name: 'app-build-1', uid: '11111111-2222-3333-4444-555555555555' },
  workload: 'pod-init',
  containers: 'per-phase',
};

describe('attestations of completion', function () {
  this.timeout(600_000);
  const registry = temporaryRegistry('none');
  let folder = '';
  let real: Cosign;
  /** cosign 2, cosign 3, and cosign 2 with the option to read bundles, which `cosign verify` of cosign 2 does not support for images. */
  let programs: Readonly<Record<'tags' | 'bundles' | 'bundledAttestations', Cosign>>;

  before(async () => {
    const built = await ensurePrograms(['cosign', 'cosign3', 'signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-attested-'));
    // cosign 2 requires a trusted root also for a key, and then does not use it.
    writeFileSync(file('root.json'), JSON.stringify({ mediaType: TRUSTED_ROOT }));
    const bundled = ['--new-bundle-format', '--trusted-root', file('root.json')];
    real = cosign(built.cosign, folder, PASSWORD);
    programs = {
      tags: real,
      bundles: cosign(built.cosign3, folder, PASSWORD),
      bundledAttestations: cosign(built.cosign, folder, PASSWORD, bundled),
    };
    for (const name of ['first', 'second'])
      await signingOracle(built['signing-oracle'], folder).makeKey(key(name), PASSWORD);
    writeFileSync(file('project.toml'), `[source]\ntype = "git"\n[source.version]\ncommit = "${COMMIT}"\n`);
    writeFileSync(file('analyzed.toml'), `[run-image]\nreference = "${RUN_IMAGE}"\n`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are read by cosign with every key, and replaced by the next Build of the same image', async () => {
    const image = await builtImage('attested');
    for (const name of ['app-build-1', 'app-build-2']) {
      const attestation = { ...ATTESTATION, build: { ...ATTESTATION.build, name } };
      expect(await complete(image, { attestation })).to.include({ code: 0, errors: '' });
    }
    for (const name of ['first', 'second']) {
      const publicKey = path.join(key(name), 'cosign.pub');
      for (const one of [programs.tags, programs.bundles]) {
        await one.verify(publicKey, image.tag, ['buildNumber=7']);
        expect(await one.verify(publicKey, image.tag, ['buildNumber=8']).catch(() => 'refused')).to.equal('refused');
      }
      for (const one of Object.values(programs)) await expectAttested(one, publicKey, image);
    }
    expect(JSON.parse(await real.sbom(image.tag))).to.deep.include({ components: [LEFT_PAD] });
  });

  for (const [signatureFormat, signed, attested] of [
    [undefined, ['', '.sig'], ['', '.att', '.sbom', '.sig']],
    ['tags', ['.sig'], ['.att', '.sbom', '.sig']],
    ['bundles', [''], ['']],
  ] as const) {
    it(`are not made unless the inputs ask for them, and have the tags of the format ${signatureFormat ?? 'both'}`, async () => {
      const format = signatureFormat === undefined ? {} : { signatureFormat };
      for (const [inputs, suffixes] of [
        [{}, signed],
        [{ attestation: ATTESTATION }, attested],
      ] as const) {
        const repository = `${signatureFormat ?? 'both'}-${suffixes.length}`;
        const image = await builtImage(repository);
        expect(await complete(image, { ...inputs, ...format })).to.include({ code: 0, errors: '' });
        const response = await fetch(`${registry().url}/v2/${repository}/tags/list`);
        const tags = ['latest', ...suffixes.map((suffix) => image.digest.replace(':', '-') + suffix)];
        expect(await response.json()).to.deep.equal({ name: repository, tags });
        const publicKey = path.join(key('first'), 'cosign.pub');
        await programs.bundles.verify(publicKey, image.tag, ['buildNumber=7']);
        if (signatureFormat !== 'bundles') await programs.tags.verify(publicKey, image.tag);
      }
    });
  }

  it('do not need a usable SBOM', async () => {
    const image = await builtImage('broken', 'not JSON');
    const { code, log } = await complete(image, { attestation: ATTESTATION });
    expect(code).to.equal(0);
    expect(log).to.include('No CycloneDX SBOM is attached, because the buildpacks wrote no CycloneDX document\n');
  });

  it('do not include an SBOM that is too large, whatever a buildpack writes', async () => {
    const components = Array.from({ length: 200_001 }, () => ({}));
    const describes = '{"spdxVersion":"SPDX-2.3","documentDescribes":[' + '"",'.repeat(1_900_000) + '""]}';
    const image = await builtImage('hostile', JSON.stringify({ ...document(), components }), describes);
    const { code, log } = await complete(image, { attestation: ATTESTATION });
    expect(code).to.equal(0);
    const documents = 'documents of the buildpacks have more than';
    expect(log).to.include(
      `No CycloneDX SBOM is attached, because the ${documents} 200000 elements and relationships\n`,
    );
    expect(log).to.include(`No SPDX SBOM is attested, because the SPDX ${documents} 1000000 list items and fields\n`);
    const publicKey = path.join(key('second'), 'cosign.pub');
    expect(await real.attestations(publicKey, image.tag, 'slsaprovenance1')).to.have.length(1);
    expect(await complete(image, { attestation: ATTESTATION })).to.include({ code: 0 });
  });

  async function complete(
    image: BuiltImage,
    attestation: Pick<CompletionInputs, 'attestation' | 'signatureFormat'>,
  ): Promise<Completion> {
    const signing = ['first', 'second'].map((name) => ({ path: key(name) }));
    const completion = { signing, signatureAnnotations: [ANNOTATION], ...attestation };
    const flags = [`-project-metadata=${file('project.toml')}`, `-analyzed=${file('analyzed.toml')}`];
    const source = { kind: 'git', url: 'https://git.example.com/app.git', revision: 'main' } as const;
    return runCompletion(path.join(folder, 'work'), image, completion, [...flags, `-outcome=${file('message')}`], {
      application: {
        source: { ...source, initializeSubmodules: false },
        sourceLimits: { bytes: 1, entries: 1 },
        environment: [{ name: 'TOKEN', value: 'a value' }],
      },
    });
  }

  /** Pushes an image as the exporter writes it, with the SBOMs of a buildpack. */
  async function builtImage(
    repository: string,
    cyclonedx = JSON.stringify(document()),
    spdx = JSON.stringify(SPDX),
  ): Promise<BuiltImage> {
    const application = makeLayer([{ path: '/workspace/app', kind: 'file', content: repository }]);
    const places = '/layers/sbom/launch/example_node/node';
    const bills = makeLayer([
      { path: `${places}/sbom.cdx.json`, kind: 'file', content: cyclonedx },
      { path: `${places}/sbom.spdx.json`, kind: 'file', content: spdx },
    ]);
    const labels = {
      'io.buildpacks.lifecycle.metadata': JSON.stringify({ sbom: { sha: bills.diffId } }),
      'io.buildpacks.build.metadata': JSON.stringify({ buildpacks: [{ id: 'example/node', version: '1.2.3' }] }),
    };
    const config = { ...PLATFORM, config: { Labels: labels } };
    const image = makeImage({ config, layers: [application, bills] });
    const digest = await pushImage(image, { url: registry().url, repository }, 'latest');
    return { tag: `${registry().address}/${repository}:latest`, digest };
  }

  function key(name: string): string {
    return file(`keys/${name}`);
  }

  function file(name: string): string {
    return path.join(folder, name);
  }
});

function document(): object {
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [LEFT_PAD] };
}

/** Fails unless the program reads each attestation of the image once, in the form of the second Build. */
async function expectAttested(program: Cosign, publicKey: string, { tag, digest }: BuiltImage): Promise<void> {
  const [provenance, ...others] = await program.attestations(publicKey, tag, 'slsaprovenance1');
  expect(others).to.deep.equal([]);
  expect(provenance).to.nested.include({
    'subject[0].digest.sha256': digest.slice('sha256:'.length),
    'predicate.buildDefinition.internalParameters.build.name': 'app-build-2',
    'predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit': COMMIT,
    'predicate.buildDefinition.resolvedDependencies[2].digest.sha256': 'd'.repeat(64),
    'predicate.buildDefinition.resolvedDependencies[3].uri': 'urn:cnb:builder:example/node@1.2.3',
    'predicate.runDetails.metadata.invocationId': ATTESTATION.build.uid,
  });
  const [bom] = await program.attestations(publicKey, tag, 'cyclonedx');
  expect(bom).to.deep.nested.include({ 'predicate.components': [LEFT_PAD] });
  const [spdx] = await program.attestations(publicKey, tag, 'spdxjson');
  expect(spdx).to.nested.include({ 'predicate.packages[1].name': 'left-pad' });
}

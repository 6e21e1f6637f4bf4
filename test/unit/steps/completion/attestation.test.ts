import { expect } from 'chai';
import type { AttestationInputs, BuildInputs, SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { provenance, type BuildFindings } from '../../../../src/steps/completion/attestation/provenance.ts';
import { mergedSpdx } from '../../../../src/steps/completion/attestation/spdx.ts';
import { mergedCycloneDx } from '../../../../src/steps/completion/attestation/cyclonedx.ts';

const SHA = 'a'.repeat(64);
const IMAGE = { registry: 'registry.example.com', repository: 'app', digest: `sha256:${SHA}` };

const ATTESTATION: AttestationInputs = {
  build: { namespace: 'team', name: 'app-build-1', uid: '11111111-2222-3333-4444-555555555555' },
  workload: 'pod-init',
  containers: 'per-phase',
  lifecycle: `registry.example.com/lifecycle@sha256:${'c'.repeat(64)}`,
  defaultProcess: 'web',
  execEnv: 'test',
  bindings: ['maven'],
};

const FOUND: BuildFindings = {
  source: { gitCommit: '0123456789abcdef0123456789abcdef01234567' },
  runImage: `registry.example.com/run@sha256:${'d'.repeat(64)}`,
  buildpacks: [{ id: 'example/node', version: '1.2.3' }],
  dockerfiles: [],
  finishedMs: 1_767_323_045_678,
  version: '1.0.0',
};

const GIT: SourceInputs = {
  kind: 'git',
  url: 'https://user:secret@git.example.com/app.git',
  revision: 'main',
  initializeSubmodules: false,
};

describe('the provenance of an image', () => {
  it('has the parameters of the Build, and everything that went into the image by digest', () => {
    expect(provenance(inputs(GIT), ATTESTATION, FOUND)).to.deep.equal({
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          buildType: 'https://github.com/taskpack/taskpack/blob/main/docs/reference/provenance.md#build-type-v1',
          externalParameters: {
            source: { git: { url: 'https://git.example.com/app.git', revision: 'main' }, subPath: 'server' },
            environment: ['PLAIN', 'FROM_SECRET'],
            bindings: ['maven'],
            defaultProcess: 'web',
            execEnv: 'test',
            tags: ['registry.example.com/app:1'],
            builder: { image: `registry.example.com/builder:base@sha256:${SHA}`, kind: 'Builder', name: 'base' },
            runImage: 'registry.example.com/run:base',
          },
          internalParameters: {
            build: { namespace: 'team', name: 'app-build-1' },
            backend: 'native',
            layout: 'init',
            phases: 'per-phase',
          },
          resolvedDependencies: [
            {
              name: 'source',
              uri: 'git+https://git.example.com/app.git@main',
              digest: { gitCommit: '0123456789abcdef0123456789abcdef01234567' },
            },
            { name: 'builder', uri: 'oci://registry.example.com/builder:base', digest: { sha256: SHA } },
            { name: 'lifecycle', uri: 'oci://registry.example.com/lifecycle', digest: { sha256: 'c'.repeat(64) } },
            { name: 'run image', uri: 'oci://registry.example.com/run', digest: { sha256: 'd'.repeat(64) } },
            { name: 'buildpack', uri: 'urn:cnb:builder:example/node@1.2.3' },
          ],
        },
        runDetails: {
          builder: { id: 'https://github.com/taskpack/taskpack', version: { taskpack: '1.0.0' } },
          metadata: { invocationId: '11111111-2222-3333-4444-555555555555', finishedOn: '2026-01-02T03:04:05Z' },
        },
      },
    });
  });

  it('has no secret of the source and no value of a variable', () => {
    const blob = { kind: 'blob', url: 'https://blobs.example.com/app.tgz?sig=secret', stripComponents: 0 } as const;
    const withToken = { ...GIT, url: 'https://git.example.com/app.git?private_token=secret' };
    for (const source of [GIT, withToken, { ...blob, authentication: 'none' } as const]) {
      const text = JSON.stringify(provenance(inputs(source), ATTESTATION, FOUND));
      expect(text).to.not.match(/secret@|sig=|token=|the value|user/);
    }
  });

  it('names the Dockerfiles that extended the build image', () => {
    const dockerfiles = [{ id: 'example/curl', sha256: 'f'.repeat(64) }];
    const { predicate } = provenance(inputs(GIT), ATTESTATION, { ...FOUND, dockerfiles });
    expect(predicate)
      .to.have.nested.property('runDetails.byproducts')
      .that.deep.equals([{ name: 'build.Dockerfile of example/curl', digest: { sha256: 'f'.repeat(64) } }]);
  });

  it('of a rebase names the previous image', () => {
    const { application: _, ...rebase } = inputs(GIT);
    const previousImage = `registry.example.com/app@sha256:${'e'.repeat(64)}`;
    const { predicate } = provenance(rebase, { ...ATTESTATION, previousImage }, FOUND);
    expect(predicate).to.have.nested.property('buildDefinition.internalParameters.phases', 'rebase');
    expect(predicate).to.have.nested.property('buildDefinition.externalParameters.previousImage', previousImage);
    expect(predicate)
      .to.have.nested.property('buildDefinition.resolvedDependencies')
      .that.deep.includes({
        name: 'previous image',
        uri: 'oci://registry.example.com/app',
        digest: { sha256: 'e'.repeat(64) },
      });
  });
});

describe('the SBOM of an image', () => {
  it('has the components and dependencies of all documents, once', () => {
    const node = { 'bom-ref': 'pkg:generic/node@22', type: 'application', name: 'node' };
    const sbom = mergedCycloneDx(IMAGE, [
      {
        bomFormat: 'CycloneDX',
        specVersion: '1.4',
        components: [node],
        dependencies: [{ ref: 'a', dependsOn: ['b'] }],
      },
      { bomFormat: 'CycloneDX', specVersion: '1.10', components: [node, { type: 'library', name: 'left-pad' }] },
      { bomFormat: 'CycloneDX', specVersion: '1.3', dependencies: [{ ref: 'a', dependsOn: ['b', 'c'] }, { ref: 'b' }] },
    ]);
    expect(sbom).to.deep.include({
      bomFormat: 'CycloneDX',
      specVersion: '1.10',
      components: [node, { type: 'library', name: 'left-pad' }],
      dependencies: [
        { ref: 'a', dependsOn: ['b', 'c'] },
        { ref: 'b', dependsOn: [] },
      ],
    });
    expect(sbom).to.have.nested.property('metadata.component.version', IMAGE.digest);
  });

  it('is merged in linear time, because buildpacks write the documents', () => {
    const dependencies = Array.from({ length: 100_000 }, (_, index) => ({ ref: '', dependsOn: [`${index}`] }));
    const { dependencies: merged } = mergedCycloneDx(IMAGE, [{ bomFormat: 'CycloneDX', dependencies }]);
    expect(merged).to.have.length(1);
  }).timeout(20_000);
});

describe('the SPDX document of an image', () => {
  const merged = mergedSpdx(IMAGE, [spdx('node', 'MIT license'), spdx('left-pad', 'own license')], {
    createdMs: 1_767_323_045_678,
    version: '1.0.0',
  });

  it('contains what all documents describe, under different identifiers', () => {
    expect(merged).to.deep.include({ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0' });
    expect(merged['creationInfo']).to.deep.equal({
      created: '2026-01-02T03:04:05Z',
      creators: ['Tool: taskpack-1.0.0'],
    });
    expect(merged['packages']).to.deep.equal([
      {
        name: 'registry.example.com/app',
        SPDXID: 'SPDXRef-Image',
        versionInfo: IMAGE.digest,
        downloadLocation: 'NOASSERTION',
        filesAnalyzed: false,
        primaryPackagePurpose: 'CONTAINER',
      },
      { name: 'node', SPDXID: 'SPDXRef-1-Package', licenseDeclared: 'MIT OR LicenseRef-1-own' },
      { name: 'left-pad', SPDXID: 'SPDXRef-2-Package', licenseDeclared: 'MIT OR LicenseRef-2-own' },
    ]);
    expect(merged['hasExtractedLicensingInfos']).to.deep.equal([
      { licenseId: 'LicenseRef-1-own', extractedText: 'MIT license' },
      { licenseId: 'LicenseRef-2-own', extractedText: 'own license' },
    ]);
    expect(merged).not.to.have.any.keys('snippets', 'externalDocumentRefs');
  });

  it('relates the image to its parts, and leaves out references to other documents', () => {
    const contained = ['SPDXRef-1-Package', 'SPDXRef-2-Package'];
    expect(merged['relationships']).to.have.deep.members([
      related('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Image'),
      ...contained.flatMap((element) => [
        related('SPDXRef-Image', 'CONTAINS', element),
        related(element, 'CONTAINS', element.replace('Package', 'File')),
      ]),
    ]);
  });
});

/** A document with a package, a file in it, and a license that the document defines. */
function spdx(name: string, license: string): JsonObject {
  return {
    spdxVersion: 'SPDX-2.2',
    SPDXID: 'SPDXRef-DOCUMENT',
    externalDocumentRefs: [{ externalDocumentId: 'DocumentRef-other' }],
    packages: [{ name, SPDXID: 'SPDXRef-Package', licenseDeclared: 'MIT OR LicenseRef-own' }],
    files: [{ fileName: './app', SPDXID: 'SPDXRef-File' }],
    hasExtractedLicensingInfos: [{ licenseId: 'LicenseRef-own', extractedText: license }],
    relationships: [
      related('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Package'),
      related('SPDXRef-Package', 'CONTAINS', 'SPDXRef-File'),
      related('SPDXRef-Package', 'DEPENDS_ON', 'DocumentRef-other:SPDXRef-Package'),
    ],
  };
}

function related(spdxElementId: string, relationshipType: string, relatedSpdxElement: string): JsonObject {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

function inputs(source: SourceInputs): BuildInputs {
  return {
    version: 1,
    tags: ['registry.example.com/app:1'],
    runImage: 'registry.example.com/run:base',
    builder: { image: `registry.example.com/builder:base@sha256:${SHA}`, kind: 'Builder', name: 'base' },
    application: {
      source,
      sourceLimits: { bytes: 1, entries: 1 },
      subPath: 'server',
      environment: [
        { name: 'PLAIN', value: 'the value' },
        { name: 'FROM_SECRET', secret: { path: '/secret', key: 'key' } },
      ],
    },
    credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: false },
    completion: { signing: [], signatureAnnotations: [] },
  };
}

import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { SEARCHED_COMPONENT } from '../../cluster/universe/searching-buildpack.ts';
import { cosign, type Cosign } from '../../integration/signing/cosign.ts';
import { writeDockerConfig } from '../../integration/registry/docker-config-file.ts';
import { applicationBuild } from './application-build.ts';
import type { Backend } from './backends.ts';
import { digestOf } from './built-image.ts';
import { hiddenName, type SearchedApplication } from './searched-application.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** cosign with a login of the registry, and the public key of the Builds' account. */
interface Verifier {
  readonly real: Cosign;
  readonly publicKey: string;
}

const LAYOUTS = { init: 'init', containers: 'containers' } as const;

/** Fails unless cosign verifies the image's signature, provenance and SBOM, and these agree with the Build. */
export async function expectAttested(
  bed: WholeWayBed,
  searched: SearchedApplication,
  backend: keyof typeof LAYOUTS,
): Promise<void> {
  const build = await finishedBuild(bed, searched, backend);
  const status = objectAt(build, 'status');
  await withVerifier(bed, searched, async ({ real, publicKey }) => {
    const image = textAt(status, 'latestImage') ?? '';
    await real.verify(publicKey, image);
    const [provenance, ...others] = await real.attestations(publicKey, image, 'slsaprovenance1');
    expect(others).to.deep.equal([]);
    expect(provenance).to.nested.include({ 'subject[0].digest.sha256': sha256Of(image) });
    const { buildDefinition, runDetails } = objectAt(provenance as JsonObject, 'predicate');
    expectDefinition(buildDefinition as JsonObject, build, backend);
    expect(runDetails).to.nested.include({ 'metadata.invocationId': objectAt(build, 'metadata')['uid'] });
    const [bom] = await real.attestations(publicKey, image, 'cyclonedx');
    expect(bom).to.deep.nested.include({ 'predicate.components': [SEARCHED_COMPONENT] });
    const [spdx] = await real.attestations(publicKey, image, 'spdxjson');
    expect(packagesOf(spdx)).to.include(SEARCHED_COMPONENT.name);
    expect(JSON.parse(await real.sbom(image))).to.deep.include({ components: [SEARCHED_COMPONENT] });
  });
}

/** Fails unless cosign verifies the image's signature, and finds no attestation: those of TaskRuns are left to Tekton Chains. */
export async function expectOnlySigned(
  bed: WholeWayBed,
  searched: SearchedApplication,
  backend: Backend,
): Promise<void> {
  const { status } = await finishedBuild(bed, searched, backend);
  await withVerifier(bed, searched, async ({ real, publicKey }) => {
    const image = textAt(status as JsonObject, 'latestImage') ?? '';
    await real.verify(publicKey, image);
    const none = await real.attestations(publicKey, image, 'slsaprovenance1').catch(String);
    expect(none).to.match(/no matching attestations/);
  });
}

function expectDefinition(definition: JsonObject, build: JsonObject, backend: keyof typeof LAYOUTS): void {
  const [spec, status] = [objectAt(build, 'spec'), objectAt(build, 'status')];
  const builder = textAt(objectAt(spec, 'builder'), 'image') ?? '';
  const { url = '', revision = '' } = objectAt(objectAt(spec, 'source'), 'git') as Readonly<Record<string, string>>;
  expect(definition['externalParameters']).to.deep.include({
    source: { git: { url, revision } },
    environment: [],
    tags: spec['tags'],
    builder: { image: builder },
  });
  const { namespace, name } = objectAt(build, 'metadata');
  const internal = { build: { namespace, name }, backend: 'native', layout: LAYOUTS[backend], phases: 'per-phase' };
  expect(definition['internalParameters']).to.deep.equal(internal);
  const runImage = textAt(objectAt(status, 'stack'), 'runImage') ?? '';
  expect(dependencies(definition)).to.deep.equal([
    ['source', `git+${url}@${revision}`, { gitCommit: revision }],
    ['builder', sha256Of(builder)],
    ['run image', sha256Of(runImage)],
    ...objectsAt(status, 'buildMetadata').map((one) => [
      'buildpack',
      `urn:cnb:builder:${textAt(one, 'id')}@${textAt(one, 'version')}`,
    ]),
  ]);
}

/** Returns the name of each dependency, and its URI, its digest or both. The tests of provenance compare the URIs of images. */
function dependencies(definition: JsonObject): readonly unknown[] {
  return objectsAt(definition, 'resolvedDependencies').map(({ name, uri, digest }) => {
    if (name === 'source') return [name, uri, digest];
    return [name, (digest as JsonObject | undefined)?.['sha256'] ?? uri];
  });
}

async function finishedBuild(bed: WholeWayBed, { hidden }: SearchedApplication, backend: Backend): Promise<JsonObject> {
  return (await bed.cluster.client.get(applicationBuild(bed, hiddenName(backend), hidden))) as JsonObject;
}

async function withVerifier(
  { registry }: WholeWayBed,
  searched: SearchedApplication,
  work: (verifier: Verifier) => Promise<void>,
): Promise<void> {
  const programs = await ensurePrograms(['cosign'], console.error);
  const home = mkdtempSync(path.join(tmpdir(), 'taskpack-verifier-'));
  const publicKey = path.join(home, 'cosign.pub');
  try {
    writeDockerConfig(path.join(home, '.docker'), [registry.address]);
    writeFileSync(publicKey, searched.publicKey);
    await work({ real: cosign(programs.cosign, home, ''), publicKey });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function packagesOf(statement: unknown): readonly unknown[] {
  return objectsAt(objectAt(statement as JsonObject, 'predicate'), 'packages').map(({ name }) => name);
}

function sha256Of(image: string): string {
  return digestOf(image).replace('sha256:', '');
}

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Release, ReleaseInputs } from '../../../scripts/release/assemble-release.mjs';
import { parseImageReference, type ImageReference } from '../../../src/core/model/image-reference.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { publishedRelease, releaseKey, writeRelease } from './published-release.ts';

const DOCUMENTS = ['provenance', 'SPDX document', 'CycloneDX document'];

/** A change of a release, and the starts of the lines that the gate prints about it. */
interface Fault {
  readonly fault: string;
  readonly spoil: (release: Release, client: RegistryClient) => Promise<unknown>;
  readonly lines: readonly RegExp[];
}

const IN_REGISTRY: readonly Fault[] = [
  {
    fault: 'a platform whose image is not in the registry',
    spoil: async (release) => remove(image(release, 'steps', 'arm64')),
    lines: [/^\S+\/steps:\S+: \S+\/steps@sha256:\w+: not found/],
  },
  {
    fault: 'a tag that leads to another image',
    spoil: async (release, client) => {
      const { mediaType, bytes } = await client.manifest(image(release, 'entrypoint', 'arm64'));
      const { registry, repository } = image(release, 'entrypoint');
      await client.pushManifest({ registry, repository, tag: VERSION }, { mediaType, bytes });
    },
    lines: [/^\S+\/entrypoint:\S+: found "sha256:\w+", expected "sha256:\w+"$/],
  },
  {
    fault: 'an image without a signature',
    spoil: async (release) => remove(attached(image(release, 'tasks'), 'sig')),
    lines: [/^signature of \S+\/tasks@sha256:\w+: .*no signatures found$/],
  },
  {
    fault: 'an image without attestations',
    spoil: async (release) => remove(attached(image(release, 'charts/taskpack'), 'att')),
    lines: DOCUMENTS.map(
      (name) => new RegExp(`^${name} of \\S+/charts/taskpack@sha256:\\w+: .*no matching attestations`),
    ),
  },
  {
    fault: 'the attestations of another image',
    spoil: async (release, client) => {
      const other = await client.manifest(attached(image(release, 'entrypoint'), 'att'));
      await client.pushManifest(attached(image(release, 'entrypoint', 'arm64'), 'att'), other);
    },
    lines: DOCUMENTS.map(
      (name) => new RegExp(`^${name} of \\S+/entrypoint@sha256:\\w+: .*no matching subject digest found$`),
    ),
  },
];

const IN_FILES: readonly Fault[] = [
  ...['images.tar', 'release.yaml', 'taskpack.krew.yaml', 'taskpack.rb'].map((file) => ({
    fault: `another ${file}`,
    spoil: async ({ files }: Release) => files.set(file, changed(files.get(file))),
    lines: [new RegExp(`^${file}: the file has another content$`)],
  })),
  {
    fault: 'another Helm chart, in the registry too',
    spoil: async ({ files }) => {
      const name = `taskpack-chart-${VERSION}.tgz`;
      files.set(name, gzipSync(changed(gunzipSync(files.get(name) ?? ''))));
    },
    lines: [/^taskpack-chart-\S+: the file has another content$/, /^charts\/taskpack: found/],
  },
  {
    fault: 'checksums of other files',
    spoil: async () => undefined,
    lines: [/^SHA256SUMS: the file has another content$/],
  },
  {
    fault: 'another signature of the checksums',
    spoil: async ({ files }) => files.set('SHA256SUMS.sig', Buffer.from(Buffer.alloc(70).toString('base64'))),
    lines: [/^SHA256SUMS\.sig: .*invalid signature/],
  },
];

describe('the gate before a release is published', function () {
  this.timeout(600_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  const key = releaseKey();
  const workspace = makeWorkspace();
  let client: RegistryClient;
  let cosign: string;
  let cosign3: string;

  before(async () => {
    const programs = await ensurePrograms(['cosign', 'cosign3'], (line) => console.error(line));
    ({ cosign } = programs);
    client = clients.make();
    workspace.write({ 'cosign.pub': key.publicKey });
    cosign3 = path.join(workspace.path, 'bin/cosign');
    mkdirSync(path.dirname(cosign3));
    symlinkSync(programs.cosign3, cosign3);
  });
  after(() => workspace.remove());

  it('passes a good release, also with cosign 3, which reads the Sigstore bundles', async () => {
    expect(await faultsOf('good')).to.deep.equal([]);
    expect(await faultsOf('good-bundles', { program: cosign3 })).to.deep.equal([]);
  });

  it('refuses images without a platform', async () => {
    const faults = await faultsOf('one-platform', {
      inputs: ({ images, ...inputs }) => ({
        ...inputs,
        images: images.map(({ name, platforms }) => ({ name, platforms: platforms.slice(0, 1) })),
      }),
    });
    expect(faults).to.have.length(2);
    for (const [index, name] of ['steps', 'entrypoint'].entries())
      expect(faults[index]).to.match(
        new RegExp(`/${name}:\\S+: found \\["linux/amd64"\\], expected \\["linux/amd64","linux/arm64"\\]$`),
      );
  });

  it('refuses an index that gives an image the name of another', async () => {
    const faults = await faultsOf('another-name', {
      spoil: async ({ files }) => {
        const text = String(files.get('release.json'));
        files.set('release.json', Buffer.from(text.replace(/("name": ?)"tasks"/, '$1"entrypoint"')));
      },
    });
    expect(
      faults.filter((one) => one.startsWith('release.json: found')),
      faults.join('\n'),
    ).to.have.length(1);
  });

  for (const [place, faults] of [
    ['registry', IN_REGISTRY],
    ['files', IN_FILES],
  ] as const) {
    describe(`names each fault in the ${place}`, () => {
      let printed: readonly string[];
      before(async () => {
        printed = await faultsOf(place, {
          spoil: async (release) => {
            for (const { spoil } of faults) await spoil(release, client);
          },
        });
      });

      for (const { fault, lines } of faults) {
        it(fault, () => {
          for (const line of lines)
            expect(
              printed.filter((one) => line.test(one)),
              printed.join('\n'),
            ).to.have.length(1);
        });
      }

      it('and no other', () => {
        expect(printed, printed.join('\n')).to.have.length(faults.flatMap(({ lines }) => lines).length);
      });
    });
  }

  /** Publishes a release, spoils it and runs the gate. Returns the faults that the gate prints. */
  async function faultsOf(
    name: string,
    {
      inputs,
      spoil,
      program = cosign,
    }: {
      readonly inputs?: (inputs: ReleaseInputs) => ReleaseInputs;
      readonly spoil?: (release: Release) => Promise<void>;
      readonly program?: string;
    } = {},
  ): Promise<readonly string[]> {
    const place = `${registry().address}/${name}`;
    const release = await publishedRelease(client, place, key, inputs);
    await spoil?.(release);
    const folder = path.join(workspace.path, name);
    writeRelease(folder, release);
    const args = ['scripts/release-gate.mjs', VERSION, place, path.join(workspace.path, 'cosign.pub'), folder];
    const { PATH, HOME } = process.env;
    const env = { HOME, PATH: `${path.dirname(program)}:${PATH}` };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(status, stderr).to.equal(lines.length === 0 ? 0 : 1);
    return lines.map((line) => line.replace('failed: ', ''));
  }
});

/** Returns an image of a release by its digest: the index, or the image of a platform. */
function image({ images }: Release, name: string, architecture?: 'arm64'): ImageReference {
  const released = images.find((one) => one.name === name);
  const digest = architecture === undefined ? released?.root.digest : released?.images[1]?.manifest.digest;
  const reference = parseImageReference(`${released?.reference}@${digest}`);
  if (reference === undefined) throw new Error(`the release has no image ${name} ${architecture ?? ''}`);
  const { registry, repository } = reference;
  return { registry, repository, ...(digest !== undefined && { digest }) };
}

/** Returns the tag of an image's signatures or attestations. */
function attached({ digest = '', registry, repository }: ImageReference, kind: 'sig' | 'att'): ImageReference {
  return { registry, repository, tag: `${digest.replace(':', '-')}.${kind}` };
}

async function remove({ registry, repository, tag, digest = tag }: ImageReference): Promise<void> {
  const response = await fetch(`http://${registry}/v2/${repository}/manifests/${digest}`, { method: 'DELETE' });
  if (response.status !== 202) throw new Error(`the registry did not remove ${digest} of ${repository}`);
}

/** Returns the content with another byte in its middle. */
function changed(content: Uint8Array = Buffer.alloc(1)): Buffer {
  const copy = Buffer.from(content);
  const middle = Math.floor(copy.length / 2);
  copy.writeUInt8(copy.readUInt8(middle) ^ 1, middle);
  return copy;
}

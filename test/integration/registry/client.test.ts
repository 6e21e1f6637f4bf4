import { expect } from 'chai';
import { Readable } from 'node:stream';
import { repositoryName, type ImageReference } from '../../../src/core/model/image-reference.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import type { Image } from '../../../src/core/oci/image.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import type { Keychain } from '../../../src/clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { builder, contentOf, failureOf, nobody, stranger, testClients } from './client-fixture.ts';
import { smallImage } from './stored-image.ts';
import { temporaryRegistry } from './temporary-registry.ts';

const LINUX = { os: 'linux', architecture: 'amd64' };

async function push(client: RegistryClient, to: ImageReference, image: Image): Promise<string> {
  for (const { digest, size, content } of [...image.layers, image.config]) {
    await client.pushBlob(to, { digest, size }, content ?? new Uint8Array());
  }
  return client.pushManifest(to, { mediaType: image.manifest.mediaType, bytes: image.manifest.content });
}

for (const [kind, keychain] of [
  ['none', nobody],
  ['basic', builder],
  ['bearer', builder],
] as const) {
  describe(`the registry client (${kind})`, () => {
    const registry = temporaryRegistry(kind);
    const clients = testClients();
    const at = (repository: string, rest: object = { tag: '1' }): ImageReference => ({
      registry: registry().address,
      repository,
      ...rest,
    });

    for (const family of ['oci', 'docker'] as const) {
      it(`pushes and pulls an image by tag and digest (${family})`, async () => {
        const client = clients.make({ keychain });
        const image = smallImage(family);
        const digest = await push(client, at('a/b'), image);
        const { mediaType, size, content } = image.manifest;
        expect(digest).to.equal(image.manifest.digest);
        for (const reference of [at('a/b'), at('a/b', { digest }), at('a/b', { tag: '1', digest })]) {
          expect(await client.resolve(reference)).to.deep.equal({ digest, mediaType, size });
          expect(Buffer.from((await client.manifest(reference)).bytes)).to.deep.equal(Buffer.from(content));
        }
        const config = await client.config(at('a/b'), LINUX);
        expect(config.json).to.include(LINUX);
        expect(config.layers.map((layer) => layer.digest)).to.deep.equal(image.layers.map((layer) => layer.digest));
        for (const layer of config.layers) {
          const chunks = await client.blob(at('a/b'), layer).toArray();
          expect(digestOf(Buffer.concat(chunks as Buffer[]))).to.equal(layer.digest);
        }
        expect(clients.waits).to.deep.equal([]);
      });
    }

    it('mounts, copies and finds blobs within the registry', async () => {
      const client = clients.make({ keychain });
      await push(client, at('source'), smallImage());
      const [one, two] = smallImage().layers;
      if (one === undefined || two === undefined) throw new Error('two layers');
      expect(await client.hasBlob(at('mounted'), one.digest)).to.equal(false);
      expect(await client.mountBlob(at('source'), at('mounted'), one)).to.equal(true);
      expect(await client.hasBlob(at('mounted'), one.digest)).to.equal(true);
      expect(
        await client.mountBlob(at('nowhere'), at('mounted'), { ...two, digest: digestOf(Buffer.from('x')) }),
      ).to.equal(false);
      expect(await client.copyBlob(at('source'), at('copied'), two)).to.equal('mounted');
      const elsewhere = { registry: 'unreachable.invalid', repository: 'source' };
      expect(await client.copyBlob(elsewhere, at('copied'), two)).to.equal('present');
      for (const from of [at('source'), elsewhere]) {
        const mistaken = client.copyBlob(from, at('copied'), { ...two, size: two.size + 1 });
        expect(await failureOf(mistaken)).to.match(/^SIZE_MISMATCH .* sends \d+ bytes instead of \d+$/);
      }
    });

    it('uploads from memory and from a source', async () => {
      const client = clients.make({ keychain });
      for (const [place, content] of ['', 'x', '0123456789', 'a'.repeat(100_000)].entries()) {
        const bytes = Buffer.from(content);
        const blob = { digest: digestOf(bytes), size: bytes.length };
        const sources = [bytes, (offset: number) => Readable.from([bytes.subarray(offset)])];
        for (const [kindOfSource, source] of sources.entries()) {
          const to = at(`uploads/${place}/${kindOfSource}`);
          await client.pushBlob(to, blob, source);
          expect(await contentOf(client.blob(to, blob))).to.equal(content);
        }
      }
      expect(clients.waits).to.deep.equal([]);
    });

    it('selects the image of an index', async () => {
      const client = clients.make({ keychain });
      const [one, two] = [smallImage('oci'), smallImage('docker')];
      for (const image of [one, two]) await push(client, at('index', { digest: image.manifest.digest }), image);
      const entries = [
        { image: one, platform: LINUX },
        { image: two, platform: { os: 'linux', architecture: 'arm', variant: 'v6' } },
      ].map(({ image: { manifest }, platform }) => {
        const { mediaType, digest, size } = manifest;
        return { mediaType, digest, size, platform };
      });
      const mediaType = MEDIA_TYPES.oci.index;
      const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, manifests: entries }));
      await client.pushManifest(at('index'), { mediaType, bytes });
      expect((await client.manifest(at('index'))).content.kind).to.equal('index');
      expect((await client.manifest(at('index'), LINUX)).digest).to.equal(one.manifest.digest);
      const arm = { os: 'linux', architecture: 'arm', variant: 'v7' };
      expect((await client.config(at('index'), arm)).manifest.digest).to.equal(two.manifest.digest);
      const name = `${registry().address}/index:1`;
      expect(await failureOf(client.manifest(at('index'), { os: 'linux', architecture: 's390x' }))).to.equal(
        `NO_PLATFORM ${name}: registry ${registry().address} has no image for linux/s390x; the index offers: linux/amd64, linux/arm/v6`,
      );
    });

    it('reports missing and invalid content without retries', async () => {
      const client = clients.make({ keychain });
      const who = `registry ${registry().address}`;
      const name = (rest: string): string => `${repositoryName(at('gone'))}${rest}`;
      const hidden =
        kind === 'none'
          ? 'or add credentials if the repository is private'
          : 'and that the account has access to the repository';
      const unknown = kind === 'none' ? `, ${hidden}` : '';
      const digest = digestOf(Buffer.from('x'));
      const wrong = digestOf(Buffer.from('y'));
      expect(await failureOf(client.resolve(at('gone')))).to.equal(
        `NOT_FOUND ${name(':1')}: not found at ${who} (404); check the name, ${hidden}`,
      );
      expect(await failureOf(client.manifest(at('gone')))).to.equal(
        `NOT_FOUND ${name(':1')}: not found at ${who} (404 MANIFEST_UNKNOWN: manifest unknown); check the name${unknown}`,
      );
      expect(await failureOf(contentOf(client.blob(at('gone'), { digest, size: 1 })))).to.equal(
        `NOT_FOUND ${name(`@${digest}`)}: not found at ${who} (404 BLOB_UNKNOWN: blob unknown to registry); check the name${unknown}`,
      );
      expect(await failureOf(client.pushBlob(at('gone'), { digest: wrong, size: 1 }, Buffer.from('x')))).to.equal(
        `DIGEST_MISMATCH ${name(`@${wrong}`)}: ${who} received content that does not match its digest ` +
          '(400 DIGEST_INVALID: provided digest did not match uploaded content); push again',
      );
      const short = client.pushBlob(at('gone'), { digest, size: 10 }, () => Readable.from([Buffer.from('x')]));
      expect(await failureOf(short)).to.equal('Error the source of the upload ends 9 bytes early');
      const { mediaType, content } = smallImage().manifest;
      expect(await failureOf(client.pushManifest(at('gone'), { mediaType, bytes: content }))).to.match(
        /^REFUSED .*: registry .* rejects the request \(400 MANIFEST_BLOB_UNKNOWN: blob unknown to registry/,
      );
      expect(await failureOf(client.pushManifest(at('gone', { digest }), { mediaType, bytes: content }))).to.equal(
        `DIGEST_MISMATCH ${name(`@${digest}`)}: the manifest to push has a different digest, ${smallImage().manifest.digest}`,
      );
      expect(clients.waits).to.deep.equal([]);
    });

    const refused: readonly (readonly [string, Keychain])[] = [
      ['nobody', nobody],
      ['a stranger', stranger],
    ];
    for (const [who, others] of kind === 'none' ? [] : refused) {
      it(`rejects ${who} with a remedy and without the password`, async () => {
        const client = clients.make({ keychain: others });
        const asked =
          kind === 'basic'
            ? `registry ${registry().address} requires valid credentials (401 UNAUTHORIZED: authentication required)`
            : `the token server [0-9.:]+ of registry ${registry().address} requires valid credentials \\(401\\)`;
        const remedy =
          who === 'nobody'
            ? 'the request had no login: add credentials for this registry, and check that the repository exists'
            : 'check the credentials for this registry, and that the repository exists';
        const failure = await failureOf(client.manifest(at('a')));
        const name = `UNAUTHORIZED ${registry().address}/a:1: `;
        if (kind === 'basic') expect(failure).to.equal(`${name}${asked}; ${remedy}`);
        else expect(failure).to.match(new RegExp(`^${name}${asked}; ${remedy}$`));
        expect(
          await failureOf(client.pushBlob(at('a'), { digest: digestOf(Buffer.from('x')), size: 1 }, Buffer.from('x'))),
        ).to.match(/^UNAUTHORIZED /);
        expect(clients.waits).to.deep.equal([]);
      });
    }
  });
}

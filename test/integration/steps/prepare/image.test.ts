import { expect } from 'chai';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { makeImage, type Image } from '../../../../src/core/oci/image.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../../src/core/oci/tar.ts';
import { ACCOUNT } from '../../../cluster/registry/account.ts';
import { COMPRESSED_TARS } from '../../../support/archives/compressed-tars.ts';
import { tarBytes } from '../../../support/archives/tar-bytes.ts';
import { zipBytes } from '../../../support/archives/zip-bytes.ts';
import { builder } from '../../registry/client-fixture.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { mountSecret, temporaryBuilds } from './prepared-build.ts';
import { pushImage, pushSmallImage } from './pushed-image.ts';
import { filesIn, treeListing } from './tree-listing.ts';

function source(name: string, pullSecrets: readonly string[] = []): SourceInputs {
  return { kind: 'registry', image: name, pullSecrets };
}

function image(layers: readonly (readonly TarEntry[])[], contentType?: string): Image {
  const labels =
    contentType === undefined ? {} : { config: { Labels: { 'source.contenttype.kpack.io': contentType } } };
  return makeImage({
    family: 'oci',
    config: { os: 'linux', architecture: 'amd64', ...labels },
    layers: layers.map((entries) => makeLayer(entries)),
  });
}

function files(...names: readonly string[]): readonly TarEntry[] {
  return names.map((path) => ({ kind: 'file', path, content: path }));
}

describe('prepare: a source image', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
  });

  it('consists of all layers in order, with the same result each time', async () => {
    const name = `${registry().address}/source:1`;
    const digest = await pushImage(
      name,
      image([
        [
          ...files('/a', '/b', '/d/one', '/d/two', '/o/low', '/o/sub/low'),
          { kind: 'symlink', path: '/l', target: 'a' },
        ],
        [
          { kind: 'file', path: '/a', content: 'new', mode: 0o755 },
          ...files('/.wh.b', '/d/.wh.one', '/d/three', '/o/high', '/o/sub/high', '/o/.wh..wh..opq'),
        ],
        files('/b/dir'),
      ]),
    );
    const [one, other] = [
      await build({ source: source(name) }),
      await build({ source: source(`${registry().address}/source@${digest}`) }),
    ];
    expect(one.errors).to.deep.equal([]);
    expect(filesIn(one.at('workspace'))).to.deep.equal(['a', 'b/dir', 'd/three', 'd/two', 'l', 'o/high', 'o/sub/high']);
    expect(readFileSync(one.at('workspace', 'l'), 'utf8')).to.equal('new');
    expect(treeListing(one.at('workspace'))).to.deep.equal(treeListing(other.at('workspace')));
    expect(readFileSync(one.at('metadata', 'project-metadata.toml'), 'utf8')).to.equal(
      `[source]\ntype = "image"\n\n[source.metadata]\nimage = "${registry().address}/source"\n\n[source.version]\ndigest = "${digest}"\n`,
    );
  });

  it('applies whiteouts only to lower layers', async () => {
    const name = `${registry().address}/own:1`;
    // Layers are sorted, so that a name that starts with a hyphen precedes its whiteout.
    await pushImage(name, image([files('/-x', '/low'), files('/-x', '/.wh.-x', '/.wh..wh..opq')]));
    expect(filesIn((await build({ source: source(name) })).at('workspace'))).to.deep.equal(['-x']);
  });

  it('ignores a whiteout below a missing directory', async () => {
    const name = `${registry().address}/nothing:1`;
    await pushImage(name, image([files('/x'), files('/none/.wh.x', '/none/.wh..wh..opq', '/.wh.none')]));
    const prepared = await build({ source: source(name) });
    expect(prepared.errors).to.deep.equal([]);
    expect(filesIn(prepared.at('workspace'))).to.deep.equal(['x']);
  });

  const up: TarEntry = { kind: 'symlink', path: '/-up', target: '../../..' };
  for (const [what, layers, words] of [
    ['a whiteout', [[up], files('/-up/.wh.b'), files('/.wh.-up')], /"-up\/b" is below "-up", which is not a directory/],
    ['an opaque whiteout', [[up], files('/-up/.wh..wh..opq'), files('/.wh.-up')], /is below "-up"/],
    ["a whiteout of its layer's own link", [[up, ...files('/.wh.-up')]], /is a symlink that leads out/],
  ] as const) {
    it(`removes nothing through a link, with ${what}`, async () => {
      const name = `${registry().address}/hostile:1`;
      await pushImage(name, image(layers));
      const { folder } = await build();
      // Three directories above the directory into which layers are unpacked.
      const outside = `${folder}/b`;
      writeFileSync(outside, '');
      const prepared = await build({ folder, source: source(name) });
      expect(existsSync(outside)).to.equal(true);
      expect(prepared.errors.join('')).to.match(words);
      expect(prepared.code).to.equal(25);
    });
  }

  for (const [contentType, archive] of [
    ['zip', async () => zipBytes([{ name: 'run.sh', content: '' }])],
    ['jar', async () => zipBytes([{ name: 'run.sh', content: '' }])],
    ['war', async () => zipBytes([{ name: 'run.sh', content: '' }])],
    ['tar', async () => tarBytes([{ name: 'run.sh', content: '' }])],
    ['tar.gz', async () => gzipSync(await tarBytes([{ name: 'run.sh', content: '' }]))],
    ['tar.gz', async () => Buffer.from(COMPRESSED_TARS.zstd, 'base64')],
  ] as const) {
    it(`may be an archive with the label ${contentType}`, async () => {
      const name = `${registry().address}/archive:1`;
      await pushImage(name, image([[{ kind: 'file', path: '/source', content: await archive() }]], contentType));
      const prepared = await build({ source: source(name) });
      expect(prepared.errors).to.deep.equal([]);
      expect(filesIn(prepared.at('workspace')))
        .to.include('run.sh')
        .and.not.to.include('source');
    });
  }

  it('is unpacked as an image if its label has no meaning', async () => {
    const name = `${registry().address}/other:1`;
    await pushImage(name, image([files('/x')], 'rpm'));
    expect(filesIn((await build({ source: source(name) })).at('workspace'))).to.deep.equal(['x']);
  });

  for (const [what, broken, code, words] of [
    ['no archive where it says so', image([files('/x')], 'zip'), 25, /not an archive of a supported format/],
    ['two files where it says one', image([files('/x', '/y')], 'zip'), 25, /is not one layer with one file/],
    ['two layers where it says one', image([files('/x'), files('/x')], 'zip'), 25, /is not one layer with one file/],
    ['a whiteout that leads out', image([files('/x'), files('/a/.wh...')]), 25, /whiteout without a file name/],
    [
      'a link that leads out',
      image([[{ kind: 'symlink', path: '/l', target: '../x' }]]),
      25,
      /is a symlink that leads out of the archive/,
    ],
  ] as const) {
    it(`is rejected with ${what}`, async () => {
      const name = `${registry().address}/broken:1`;
      await pushImage(name, broken);
      const prepared = await build({ source: source(name) });
      expect(prepared.errors.join('')).to.match(words);
      expect(prepared.code).to.equal(code);
      expect(existsSync(prepared.at('metadata'))).to.equal(false);
    });
  }

  it('fails if the image does not exist', async () => {
    const prepared = await build({ source: source(`${registry().address}/none:1`) });
    expect(prepared.code).to.equal(20);
    expect(prepared.errors.join('')).to.include('/none:1').and.to.include('cannot read the source image');
  });
});

describe('prepare: access to registries', () => {
  for (const kind of ['basic', 'bearer'] as const) {
    describe(kind, () => {
      const registry = temporaryRegistry(kind);
      const build = temporaryBuilds(() => `${registry().address}/app:1`);
      before(async () => {
        await pushSmallImage(`${registry().address}/app:1`, builder);
        await pushImage(`${registry().address}/source:1`, image([files('/x')]), builder);
      });

      const secrets = async (password = ACCOUNT.password) => {
        const { folder } = await build();
        const auths = { [registry().address]: { username: ACCOUNT.username, password } };
        const basic = mountSecret(folder, 'basic', { username: ACCOUNT.username, password });
        const json = mountSecret(folder, 'json', { '.dockerconfigjson': JSON.stringify({ auths }) });
        return { folder, basic, json, auths };
      };

      it('is the only thing that prepare checks for a rebase', async () => {
        const { folder, basic } = await secrets();
        const credentials = {
          registry: [{ kind: 'basic', server: `http://${registry().address}`, path: basic }],
        } as const;
        const prepared = await build({ folder, credentials });
        expect(prepared.errors).to.deep.equal([]);
        expect(prepared.code).to.equal(0);
        expect(filesIn(prepared.at('workspace'))).to.deep.equal([]);
        const config = JSON.parse(readFileSync(prepared.at('credentials', 'config.json'), 'utf8')) as object;
        expect(config).to.have.nested.property(`auths.http://${registry().address.replaceAll('.', String.raw`\.`)}`);
        expect(treeListing(prepared.at('credentials')).find((line) => line.startsWith('config.json'))).to.match(
          / 100600 /,
        );
      });

      it('is rejected before the source is fetched', async () => {
        const { folder, json } = await secrets('wrong-password');
        const credentials = { registry: [{ kind: 'dockerconfigjson', path: json }] } as const;
        const blob = {
          kind: 'git',
          url: 'http://127.0.0.1:9/x',
          revision: 'main',
          initializeSubmodules: false,
        } as const;
        const prepared = await build({ folder, source: blob, credentials });
        expect(prepared.code).to.equal(11);
        expect(prepared.errors.join('')).to.match(/^ERROR: cannot push to .*\/app:1: .*check the credentials/);
        expect(prepared.errors.join('')).not.to.include('wrong-password');
      });

      it('is checked for every tag', async () => {
        const { folder, json } = await secrets();
        const prepared = await build({
          folder,
          tags: [`${registry().address}/app:1`, `127.0.0.1:9/app:1`],
          credentials: { registry: [{ kind: 'dockerconfigjson', path: json }] },
        });
        expect(prepared.code).to.equal(31);
        expect(prepared.errors.join('')).to.include('cannot push to 127.0.0.1:9/app:1');
      });

      it('uses no pull Secret to check write access', async () => {
        const { folder, json } = await secrets();
        expect((await build({ folder, credentials: { imagePull: [json] } })).code).to.equal(11);
      });

      it('fails if the run image does not exist', async () => {
        const { folder, json } = await secrets();
        const credentials = { registry: [{ kind: 'dockerconfigjson', path: json }] } as const;
        const prepared = await build({ folder, runImage: `${registry().address}/none:1`, credentials });
        expect(prepared.code).to.equal(13);
      });

      it("uses the source's own Secrets first to read a source image", async () => {
        const { folder, basic, auths } = await secrets();
        const wrong = { [registry().address]: { username: 'nobody', password: 'wrong-password' } };
        const [good, bad] = [auths, wrong].map((entries, index) =>
          mountSecret(folder, `pull-${index}`, { '.dockerconfigjson': JSON.stringify({ auths: entries }) }),
        ) as [string, string];
        const credentials = { registry: [{ kind: 'basic', server: registry().address, path: basic }] } as const;
        const image1 = `${registry().address}/source:1`;
        const prepared = await build({ folder, credentials, source: source(image1, [good]) });
        expect(prepared.errors).to.deep.equal([]);
        expect((await build({ folder, credentials, source: source(image1, [bad]) })).code).to.equal(21);
      });
    });
  }
});

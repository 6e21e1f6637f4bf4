import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { taskpackPrograms } from '../../../translators/phases/taskpack-phases.ts';
import { busyboxImage } from '../../cluster/images/busybox-image.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { isStatic } from '../../cluster/images/static-program.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { layerEntries, layoutImage, runImages } from '../../support/images-command.ts';
import { waiterBinary } from '../entrypoint/binary.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';

describe('the images on a pulled base image', function () {
  this.timeout(600_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  let folder = '';
  let printed = '';

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-images-'));
    await pushImage(busyboxImage(), { url: registry().url, repository: 'base' }, 'latest');
    await runImages('--base', base(), '--output', layout('first'));
    printed = await runImages(
      '--base',
      base(),
      '--output',
      layout('second'),
      '--push',
      `${registry().address}/taskpack`,
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('have the same bytes in two builds', () => {
    const [first, second] = ['first', 'second'].map((name) => readFileSync(path.join(layout(name), 'index.json')));
    expect(second?.toString()).to.equal(first?.toString());
  });

  it('run as an unprivileged user and have descriptive labels', () => {
    const steps = objectAt(layoutImage(layout('first'), 'steps').config, 'config');
    const entrypoint = objectAt(layoutImage(layout('first'), 'entrypoint').config, 'config');
    expect(steps).to.deep.include({
      User: '65532:65532',
      WorkingDir: '/',
      Entrypoint: ['/taskpack/bin/taskpack'],
      Env: ['PATH=/taskpack/bin:/usr/local/bin:/usr/bin:/bin'],
    });
    expect(steps).not.to.have.property('Cmd');
    expect(entrypoint).to.deep.include({ User: '65532:65532', Entrypoint: ['/taskpack/bin/taskpack-entrypoint'] });
    for (const [config, title] of [
      [steps, 'taskpack'],
      [entrypoint, 'taskpack-entrypoint'],
    ] as const) {
      expect(config['Labels']).to.deep.include({
        'org.opencontainers.image.title': title,
        'org.opencontainers.image.version': VERSION,
      });
    }
  });

  it('have the programs that phases start, which every user can run and no user can change', async () => {
    const { layers } = layoutImage(layout('first'), 'steps');
    expect(layers).to.have.length(2);
    const entries = await layerEntries(layers[1] ?? '');
    const { prepare, completion, entrypoint, exportGuard } = taskpackPrograms('');
    const programs = entries.filter(({ path: file }) => file.startsWith('/taskpack/bin/'));
    expect(programs.map(({ path: file }) => file)).to.deep.equal(
      [completion, prepare, entrypoint, exportGuard, '/taskpack/bin/resource', '/taskpack/bin/taskpack'].toSorted(),
    );
    expect(new Set(programs.map(({ mode }) => mode))).to.deep.equal(new Set(['-rwxr-xr-x']));
    const others = entries.filter((entry) => !programs.includes(entry));
    expect(new Set(others.map(({ mode }) => mode))).to.deep.equal(new Set(['-rw-r--r--', 'drwxr-xr-x']));
    expect(new Set(entries.map(({ owner }) => owner))).to.deep.equal(new Set(['0/0']));
  });

  it('have the waiter as one static program', async () => {
    const { layers } = layoutImage(layout('first'), 'entrypoint');
    expect(layers).to.have.length(2);
    const [licences = '', layer = ''] = layers;
    expect(fileIn(licences, '/taskpack/lib/taskpack-entrypoint.LICENSES.txt').toString()).to.include('The Go Authors');
    expect((await layerEntries(layer)).map(({ mode, path: file }) => `${mode} ${file}`)).to.deep.equal([
      'drwxr-xr-x /taskpack',
      'drwxr-xr-x /taskpack/bin',
      '-rwxr-xr-x /taskpack/bin/taskpack-entrypoint',
    ]);
    const content = fileIn(layer, '/taskpack/bin/taskpack-entrypoint');
    expect(isStatic(content)).to.equal(true);
    expect(content.equals(readFileSync(waiterBinary()))).to.equal(true);
    const steps = layoutImage(layout('first'), 'steps').layers[1] ?? '';
    expect(fileIn(steps, '/taskpack/bin/taskpack-entrypoint').equals(content)).to.equal(true);
  });

  it('can be pulled completely after a push', async () => {
    for (const name of ['steps', 'entrypoint']) {
      const { digest } = layoutImage(layout('second'), name);
      const tag = `${registry().address}/taskpack/${name}:${VERSION}`;
      expect(printed).to.include(`${tag}@${digest}\n`);
      const reference = parseImageReference(tag);
      if (reference === undefined) throw new Error(tag);
      const client = clients.make();
      const { manifest, layers } = await client.config(reference, PLATFORM);
      expect(manifest.digest).to.equal(digest);
      for (const layer of layers) expect(digestOf(await buffer(client.blob(reference, layer)))).to.equal(layer.digest);
    }
  });

  it('have the same SPDX documents in two builds, which list the base, npm packages and Go modules', () => {
    for (const name of ['steps', 'entrypoint', 'taskpack']) {
      const [first, second] = ['first', 'second'].map((one) =>
        readFileSync(path.join(layout(one), `${name}.spdx.json`), 'utf8'),
      );
      expect(second).to.equal(first);
    }
    const steps = readFileSync(path.join(layout('first'), 'steps.spdx.json'), 'utf8');
    for (const name of [`${registry().address}/base`, 'undici', 'github.com/BurntSushi/toml', 'stdlib'])
      expect(steps).to.include(`"name": "${name}`);
  });

  it('have their SPDX documents as referrers after a push', async () => {
    for (const name of ['steps', 'entrypoint']) {
      const { digest } = layoutImage(layout('second'), name);
      const place = { registry: registry().address, repository: `taskpack/${name}` };
      const client = clients.make();
      const { json } = await client.manifest({ ...place, tag: digest.replace(':', '-') });
      const [referrer, ...others] = objectsAt(json, 'manifests');
      expect(others).to.deep.equal([]);
      const artifact = await client.manifest({ ...place, digest: textAt(referrer ?? {}, 'digest') ?? '' });
      expect(objectAt(artifact.json, 'subject')['digest']).to.equal(digest);
      const [document] = objectsAt(artifact.json, 'layers');
      const blob = { digest: textAt(document ?? {}, 'digest') ?? '', size: Number(document?.['size']) };
      const text = (await buffer(client.blob(place, blob))).toString();
      expect(JSON.parse(text)).to.deep.equal(
        JSON.parse(readFileSync(path.join(layout('second'), `${name}.spdx.json`), 'utf8')),
      );
    }
  });

  it('have the architecture of their base image', async () => {
    const [other = '', machine] = PLATFORM.architecture === 'amd64' ? ['arm64', 0xb7] : ['amd64', 0x3e];
    await runImages('--base', base(), '--platform', `linux/${other}`, '--output', layout('other'));
    for (const name of ['steps', 'entrypoint']) {
      const { config, layers } = layoutImage(layout('other'), name);
      expect(config).to.include({ os: 'linux', architecture: other });
      // ELF: e_machine.
      const waiter = fileIn(layers.at(-1) ?? '', '/taskpack/bin/taskpack-entrypoint');
      expect(waiter.readUInt16LE(18)).to.equal(machine);
    }
  });

  it('are refused for architectures without programs', async () => {
    expect(await failure('--platform', 'linux/s390x')).to.include(
      'error: --platform linux/s390x is not supported: use linux/amd64 or linux/arm64',
    );
  });

  function base(): string {
    return `${registry().address}/base:latest`;
  }

  function layout(name: string): string {
    return path.join(folder, name);
  }
});

async function failure(...args: readonly string[]): Promise<string> {
  return runImages(...args).then(
    () => 'built',
    (error: unknown) => String(error),
  );
}

function fileIn(layer: string, file: string): Buffer {
  const args = ['--extract', '--gzip', '--to-stdout', '--absolute-names', '--file', layer, file];
  return execFileSync('tar', args, { maxBuffer: 2 ** 26 });
}

import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificates } from '../../cluster/control-plane/certificates.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { awaitCommand, buildCommand, type Outcome } from '../../support/command.ts';
import { startCuttingProxy } from './client-cutting-proxy.ts';
import { writeDockerConfig } from './docker-config-file.ts';
import { builderImage } from './inspected-images.ts';
import { passOnTo, startRelay, type Relay } from './relay.ts';
import { temporaryRegistry } from './temporary-registry.ts';
import { ACCOUNT, buildOf } from './translated-documents.ts';

const PRINTED = { status: 0, stderr: '' };

describe('taskpack translate asks', () => {
  const registry = temporaryRegistry('basic');
  let folder: string;

  before(async () => {
    buildCommand();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-translate-'));
    const target = { url: registry().url, repository: 'builder', authorization: basicAuthorization() };
    for (const tag of ['latest', '1']) await pushImage(builderImage({ tag }), target, tag);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Translates Builds with images of registries to which docker has credentials. */
  async function translate(
    builders: readonly string[],
    {
      args = [],
      env = {},
    }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<Outcome> {
    writeDockerConfig(
      folder,
      builders.map((builder) => builder.replace(/\/.*/, '')),
    );
    const builds = builders.map((builder, index) => buildOf(`build-${index}`, builder));
    return awaitCommand(['translate', '-f', '-', '-o', 'name', '--platform-api', '0.12', ...args], {
      stdin: [...builds, ACCOUNT].join('---\n'),
      env: { DOCKER_CONFIG: folder, ...env },
    });
  }

  async function withRelay(work: (relay: Relay) => Promise<void>): Promise<void> {
    const relay = await startRelay(registry().address);
    try {
      await work(relay);
    } finally {
      await relay.stop();
    }
  }

  it('a registry once for each image, even if many Builds share it', async () => {
    const proxy = await startCuttingProxy(registry().address);
    try {
      const requests = async (...names: readonly string[]): Promise<readonly string[]> => {
        expect(await translate(names.map((name) => `${proxy.address}/${name}`))).to.include(PRINTED);
        return proxy.seen.splice(0).filter((line) => line.includes('/v2/builder/'));
      };
      const ofOne = await requests('builder');
      expect(ofOne).to.include('GET /v2/builder/manifests/latest');
      expect(await requests('builder', 'builder:latest', 'builder')).to.deep.equal(ofOne);
      expect(blobs(await requests('builder:1', 'builder', 'builder:1', 'builder'))).to.deep.equal(
        blobs([...ofOne, ...(await requests('builder:1'))]),
      );
    } finally {
      await proxy.stop();
    }
  });

  it('no registry if nothing is missing', async () => {
    await withRelay(async (relay) => {
      const builder = `${relay.address}/builder:1`;
      const facts = path.join(folder, 'facts.yaml');
      const inspected = await awaitCommand(['inspect', `${registry().address}/builder:1`], {
        env: { DOCKER_CONFIG: configFor(registry().address) },
      });
      writeFileSync(facts, inspected.stdout.replaceAll(registry().address, relay.address));
      expect(await translate([builder], { args: ['-f', facts] })).to.include(PRINTED);
      expect(relay.connections()).to.equal(0);
      expect(await translate([builder])).to.include(PRINTED);
      expect(relay.connections()).to.be.greaterThan(0);
    });
  });

  it('no registry with --offline', async () => {
    await withRelay(async (relay) => {
      const builder = `${relay.address}/builder:1`;
      const env = { HTTP_PROXY: `http://${relay.address}`, HTTPS_PROXY: `http://${relay.address}` };
      expect(await translate([builder], { args: ['--offline'], env })).to.deep.equal({
        status: 1,
        stdout: '',
        stderr: `error: <stdin>:6:20 spec.builder.image: no facts about builder image ${builder}: run "taskpack inspect ${builder} >> facts.yaml" and pass -f facts.yaml, or omit --offline\n`,
      });
      expect(relay.connections()).to.equal(0);
    });
  });

  it('uses TLS with the CA of --ca-file', async () => {
    const { certificates } = await ensurePrograms(['certificates'], (line) => console.error(line));
    const files = makeCertificates(certificates, mkdtempSync(path.join(folder, 'certificates-')));
    const pair = { cert: readFileSync(files.certificate('injector')), key: readFileSync(files.key('injector')) };
    const relay = await startRelay(registry().address, pair);
    try {
      const builder = `${relay.address}/builder:1`;
      expect(await translate([builder], { args: ['--ca-file', files.authority] })).to.include(PRINTED);
      const { stderr, status } = await translate([builder]);
      expect(status).to.equal(1);
      expect(stderr).to.include(
        `<stdin>:6:20 spec.builder.image: ${builder}: the TLS connection to ${relay.address} fails`,
      );
    } finally {
      await relay.stop();
    }
  });

  it('connects without TLS through a proxy, if --insecure-registry names the registry', async () => {
    const tunnels: string[] = [];
    const proxy = await startTunnels(registry().address, tunnels);
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const outcome = await translate(['registry.example.com/builder:1'], {
        args: ['--insecure-registry', 'registry.example.com'],
        env: { HTTPS_PROXY: url, HTTP_PROXY: url },
      });
      expect(outcome).to.include(PRINTED);
      expect(tunnels).to.include('registry.example.com:80');
    } finally {
      proxy.close();
    }
  });

  function configFor(address: string): string {
    const config = path.join(folder, 'other');
    writeDockerConfig(config, [address]);
    return config;
  }
});

/** Returns the requests for blobs. */
function blobs(requests: readonly string[]): readonly string[] {
  return requests.filter((line) => line.includes('/blobs/')).toSorted();
}

/** A proxy whose tunnels (RFC 9110 section 9.3.6) all end at one server. */
async function startTunnels(upstream: string, tunnels: string[]): Promise<Server> {
  const proxy = createServer();
  proxy.on('connect', (request, socket: Socket) => {
    tunnels.push(request.url ?? '');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    passOnTo(upstream, socket);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return proxy;
}

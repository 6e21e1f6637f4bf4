import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { BuildInputs, SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import type { HttpServer } from '../../../support/http-server.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { serveEcho } from '../echoing-server.ts';
import { mountSecret, temporaryBuilds, type BuildOptions, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

const PASSWORD = 'p@ss w/rd?';
const FORMS = [
  PASSWORD,
  encodeURIComponent(PASSWORD),
  Buffer.from(PASSWORD).toString('base64'),
  Buffer.from(`me:${PASSWORD}`).toString('base64'),
];

describe('prepare: servers that repeat their requests', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const servers: HttpServer[] = [];
  before(() => pushSmallImage(`${registry().address}/app:1`));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  const run = async (
    status: number,
    optionsOf: (address: string, secret: string, dockerConfig: string) => BuildOptions,
  ): Promise<Prepared> => {
    const server = await serveEcho(status);
    servers.push(server);
    const { folder } = await build();
    const secret = mountSecret(folder, 'login', { username: 'me', password: PASSWORD });
    const auths = { [server.address]: { username: 'me', password: PASSWORD } };
    const config = mountSecret(folder, 'config', { '.dockerconfigjson': JSON.stringify({ auths }) });
    return build({ folder, ...optionsOf(server.address, secret, config) });
  };

  for (const status of [401, 403, 404, 400, 500]) {
    it(`does not print secrets from a registry that denies write access: ${status}`, async () => {
      expectSilent(
        await run(status, (address, secret) => ({
          tags: [`${address}/app:1`],
          credentials: registryLogin(address, secret),
        })),
      );
    });

    it(`does not print secrets from a registry with the source image: ${status}`, async () => {
      expectSilent(
        await run(status, (address, _, config) => ({
          source: { kind: 'registry', image: `${address}/source:1`, pullSecrets: [config] },
        })),
      );
    });

    it(`does not print secrets from a git server: ${status}`, async () => {
      expectSilent(
        await run(status, (address, path) => ({
          source: git(`http://${address}/app.git`),
          credentials: { source: [{ kind: 'git-basic', server: address, path }] },
        })),
      );
      expectSilent(
        await run(status, (address) => ({
          source: git(`http://me:${encodeURIComponent(PASSWORD)}@${address}/app.git`),
        })),
      );
    });

    it(`does not print secrets from a blob server: ${status}`, async () => {
      expectSilent(
        await run(status, (address, path) => ({
          source: { kind: 'blob', url: `http://${address}/f`, stripComponents: 0, authentication: 'secret' },
          credentials: { source: [{ kind: 'blob', server: `http://${address}`, path }] },
        })),
      );
    });
  }
});

function expectSilent({ log, errors, at }: Prepared): void {
  const places = ['workspace', 'platform', 'credentials'].flatMap((place) =>
    filesIn(at(place)).map((name) => readFileSync(at(place, name), 'latin1')),
  );
  for (const form of FORMS) {
    for (const text of [...log, ...errors, ...places]) expect(text).not.to.include(form);
  }
  expect(errors).to.have.length(1);
  expect(errors[0]).to.match(/^ERROR: [^\n]{10,400}$/);
}

function git(url: string): SourceInputs {
  return { kind: 'git', url, revision: 'main', initializeSubmodules: false };
}

function registryLogin(server: string, path: string): Partial<BuildInputs['credentials']> {
  return { registry: [{ kind: 'basic', server, path }] };
}

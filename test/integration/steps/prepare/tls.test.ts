import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dispatcher } from 'undici';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import { networkSettings } from '../../../../src/steps/network-settings.ts';
import { makeCertificates } from '../../../cluster/control-plane/certificates.ts';
import { ensurePrograms } from '../../../cluster/programs/build-programs.ts';
import { tarBytes } from '../../../support/archives/tar-bytes.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';

/** The host that the server's certificate is for, and one that the certificate is not for. */
const [NAMED, OTHER] = ['127.0.0.1', 'localhost'];

/** The request to the server, and how prepare ends if the certificate is trusted. */
const SOURCES: readonly (readonly [string, (host: string) => SourceInputs, number])[] = [
  ['blob', (host) => ({ kind: 'blob', url: `https://${host}/blob`, stripComponents: 0, authentication: 'none' }), 0],
  [
    'git repository',
    (host) => ({ kind: 'git', url: `https://${host}/app.git`, revision: 'main', initializeSubmodules: false }),
    20,
  ],
  ['source image', (host) => ({ kind: 'registry', image: `${host}/source:1`, pullSecrets: [] }), 20],
];

describe('prepare: TLS', function () {
  this.timeout(300_000);
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const dispatchers: Dispatcher[] = [];
  let folder = '';
  let server: Server;
  let port = 0;
  let requests = 0;

  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
    const { certificates } = await ensurePrograms(['certificates'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-tls-'));
    const files = makeCertificates(certificates, folder);
    const blob = await tarBytes([{ name: 'f', content: 'x' }]);
    const pair = { cert: readFileSync(files.certificate('injector')), key: readFileSync(files.key('injector')) };
    server = createServer(pair, (request, response) => {
      requests += 1;
      if (request.url === '/blob') response.end(blob);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    requests = 0;
  });
  after(async () => {
    for (const dispatcher of dispatchers) await dispatcher.destroy();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const prepared = async (source: SourceInputs, certificates: string): Promise<Prepared> => {
    const environment = { PATH: process.env['PATH'], SSL_CERT_FILE: certificates };
    const dispatcher = makeDispatcher(await networkSettings(environment));
    dispatchers.push(dispatcher);
    return build({ source, environment, dispatcher });
  };
  const known = (): string => path.join(folder, 'ca.crt');

  for (const [what, source, codeOfTrusted] of SOURCES) {
    describe(`of a ${what}`, () => {
      it('fails if the issuer of the certificate is unknown', async () => {
        const { code, errors } = await prepared(source(`${NAMED}:${port}`), '');
        expect([code, requests], errors.join()).to.deep.equal([30, 0]);
        expect(errors.join('')).to.match(/^ERROR: .*(TLS|certificate).*/);
      });

      it('fails if the certificate is for another host', async () => {
        const { code, errors } = await prepared(source(`${OTHER}:${port}`), known());
        expect([code, requests], errors.join()).to.deep.equal([30, 0]);
      });

      it('continues if the CA is in the CA bundle', async () => {
        const { code, errors } = await prepared(source(`${NAMED}:${port}`), known());
        expect(code, errors.join()).to.equal(codeOfTrusted);
        expect(requests).to.be.above(0);
      });
    });
  }
});

import { expect } from 'chai';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { fakeRegistries } from '../../registry/client-fake-registry.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

const ENDED = { code: 143, errors: ['ERROR: terminated by SIGTERM'] };

describe('prepare: SIGTERM', () => {
  const registry = temporaryRegistry('none');
  const fake = fakeRegistries(1);
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const servers: Pick<HttpServer, 'stop'>[] = [];
  before(() => pushSmallImage(`${registry().address}/app:1`));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  it('ends prepare while it requests write access from a registry', async () => {
    const termination = new AbortController();
    fake().answer = ({ method }) => {
      if (method !== 'POST') return undefined;
      setTimeout(() => termination.abort(), 50);
      return { write: () => undefined };
    };
    expectEnded(await build({ tags: [`${fake().address}/app:1`], signal: termination.signal }));
  });

  it('cancels the upload that prepare started to check write access', async () => {
    const termination = new AbortController();
    let isTold = false;
    fake().answer = ({ method }) => {
      if (method === 'POST') return { status: 202, headers: { location: '/v2/app/blobs/uploads/one' } };
      if (method !== 'DELETE') return undefined;
      termination.abort();
      return {
        status: 204,
        write: (response) => {
          response.on('close', () => {
            isTold = response.writableFinished;
          });
          setTimeout(() => response.end(), 100);
        },
      };
    };
    expectEnded(await build({ tags: [`${fake().address}/app:1`], signal: termination.signal }));
    expect(isTold).to.equal(true);
  });

  for (const [what, sourceAt] of [
    ['git', (url: string) => ({ kind: 'git', url: `${url}/app.git`, revision: 'main', initializeSubmodules: false })],
    ['a blob', (url: string) => ({ kind: 'blob', url: `${url}/f`, stripComponents: 0, authentication: 'none' })],
    ['an image', (url: string) => ({ kind: 'registry', image: `${url.slice(7)}/source:1`, pullSecrets: [] })],
  ] as const satisfies readonly (readonly [string, (url: string) => SourceInputs])[]) {
    it(`ends prepare while ${what} does not arrive`, async () => {
      const termination = new AbortController();
      const gone = new EventEmitter();
      const isGone = once(gone, 'close', { signal: AbortSignal.timeout(10_000) });
      const server = await serveHttp('127.0.0.1', (request) => {
        request.socket.on('close', () => void gone.emit('close'));
        setTimeout(() => termination.abort(), 50);
      });
      servers.push(server);
      expectEnded(await build({ source: sourceAt(`http://${server.address}`), signal: termination.signal }));
      // Git is a separate process, which ends a moment later.
      await isGone;
    });
  }
});

function expectEnded({ code, errors, at }: Prepared): void {
  expect({ code, errors }).to.deep.equal(ENDED);
  expect(readdirSync(at('workspace'))).to.deep.equal([]);
  expect(filesIn(at('credentials'))).to.deep.equal([]);
}

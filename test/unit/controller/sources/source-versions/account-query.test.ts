import { expect } from 'chai';
import { makeDispatcher } from '../../../../../src/clients/registry/client/transport/dispatcher.ts';
import { queryReader } from '../../../../../src/controller/sources/source-versions/account-query.ts';
import { serveHttp } from '../../../../support/http-server.ts';
import { clusterOf } from '../../registry-access/some-cluster.ts';

describe('the query about the version of a blob', () => {
  it('sends the login in the URL to its server, and to no other', async () => {
    const heard: (readonly [string, string | undefined])[] = [];
    const target = await serveHttp('127.0.0.1', ({ headers }, response) => {
      heard.push(['target', headers.authorization]);
      response.writeHead(206, { etag: '"1"' }).end('a');
    });
    const first = await serveHttp('127.0.0.1', ({ headers }, response) => {
      heard.push(['first', headers.authorization]);
      response.writeHead(302, { location: `http://${target.address}/app.zip` }).end();
    });
    const dispatcher = makeDispatcher({ guard: { allowed: '127.0.0.0/8' } });
    try {
      const read = queryReader({
        client: clusterOf(),
        clock: { now: Date.now },
        httpOf: () => ({ dispatcher, now: Date.now, timeoutMs: 30_000 }),
        makeClient: () => {
          throw new Error('no image');
        },
        networkOf: () => undefined,
      });
      const url = `http://me:pass%20word@${first.address}/app.zip`;
      const account = { namespace: 'team', serviceAccount: 'builder' };
      const query = await read({ source: { kind: 'blob', url, authentication: 'none' }, account });
      expect(await query.ask(new AbortController().signal)).to.equal('etag:1');
      expect(JSON.stringify(query)).not.to.include('pass');
      const authorization = `Basic ${Buffer.from('me:pass word').toString('base64')}`;
      expect(heard).to.deep.equal([
        ['first', authorization],
        ['target', undefined],
      ]);
    } finally {
      await dispatcher.destroy();
      await Promise.all([first.stop(), target.stop()]);
    }
  });
});

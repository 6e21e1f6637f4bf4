import { expect } from 'chai';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startHttpServer, type HttpServer } from '../../../../src/controller/observability/http-server.ts';

describe('startHttpServer', () => {
  let server: HttpServer;

  before(async () => {
    server = await startHttpServer(0, {
      '/good': () => ({ status: 200, text: 'good\n' }),
      '/bad': async () => ({ status: 503, text: 'bad\n', type: 'text/x' }),
      '/broken': () => {
        throw new Error('s3cr3t');
      },
    });
  });
  after(async () => server.close());

  const cases = [
    ['GET', '/good', 200, 'good\n'],
    ['GET', '/good?x=1', 200, 'good\n'],
    ['HEAD', '/good', 200, ''],
    ['GET', '/bad', 503, 'bad\n'],
    ['GET', '/broken', 500, 'internal error\n'],
    ['GET', '/other', 404, 'not found\n'],
    ['GET', '/__proto__', 404, 'not found\n'],
    ['POST', '/good', 405, 'only GET and HEAD\n'],
  ] as const;
  for (const [method, path, status, body] of cases) {
    it(`answers ${method} ${path}`, async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
      expect([answer.status, await answer.text()]).to.deep.equal([status, body]);
    });
  }

  it('survives malformed requests', async () => {
    for (const line of ['GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 'nonsense\r\n\r\n']) {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(line);
      expect(await text(socket)).to.match(/^HTTP\/1\.1 40[04]/);
    }
  });

  it('rejects if the port is in use', async () => {
    const error = await startHttpServer(server.port, {}).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.include({ code: 'EADDRINUSE' });
  });

  it('closes while a client keeps a connection open', async () => {
    const other = await startHttpServer(0, { '/': () => ({ status: 200, text: '' }) });
    const socket = connect(other.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    await other.close();
    socket.destroy();
  });
});

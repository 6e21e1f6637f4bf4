import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { countedDispatcher } from '../../../../src/controller/observability/request-metrics.ts';

describe('countedDispatcher', () => {
  let server: Server;
  let origin: string;
  const agent = new Agent();
  const counted: string[] = [];
  const dispatcher = countedDispatcher(agent, (method, status) => counted.push(`${method} ${status}`));

  before(async () => {
    server = createServer((incoming, response) => {
      if (incoming.url === '/reset') incoming.socket.destroy();
      else if (incoming.url === '/cut')
        response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());
      else response.writeHead(incoming.url === '/none' ? 404 : 200).end('body');
    });
    server.listen(0);
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await agent.destroy();
    server.close();
  });
  beforeEach(() => void counted.splice(0));

  it('counts responses by status and passes them on', async () => {
    const { statusCode, body } = await request(`${origin}/`, { dispatcher, method: 'POST', body: 'x' });
    expect([statusCode, await body.text()]).to.deep.equal([200, 'body']);
    await (await request(`${origin}/none`, { dispatcher })).body.dump();
    expect(counted).to.deep.equal(['POST 200', 'GET 404']);
  });

  it('counts a request without a complete response once', async () => {
    await request(`${origin}/reset`, { dispatcher }).catch(() => undefined);
    const { body } = await request(`${origin}/cut`, { dispatcher });
    await body.text().catch(() => undefined);
    expect(counted).to.deep.equal(['GET undefined', 'GET 200']);
  });
});

import { expect } from 'chai';
import { EventEmitter, once } from 'node:events';
import { ProxyingDispatcher } from '../../../../src/clients/http/proxying-dispatcher.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { startTunnels, type Tunnels } from '../../../support/tunnels.ts';

describe('the proxying dispatcher', () => {
  let server: HttpServer;
  let tunnels: Tunnels;
  let dispatcher: ProxyingDispatcher;
  const ask = async (origin: string): Promise<string> => {
    const { body } = await dispatcher.request({ origin, path: '/', method: 'GET' });
    return body.text();
  };

  beforeEach(async () => {
    server = await serveHttp('127.0.0.1', ({ headers }, response) => response.end(headers.host));
    tunnels = await startTunnels(() => Number(server.address.split(':')[1]));
    dispatcher = new ProxyingDispatcher({}, ({ hostname }) => (hostname.endsWith('.test') ? tunnels.url : undefined));
  });
  afterEach(async () => {
    await dispatcher.destroy();
    await tunnels.stop();
    await server.stop();
  });

  it('reaches each server through its own proxy', async () => {
    expect(await ask('http://a.test')).to.equal('a.test');
    expect(await ask(`http://${server.address}`)).to.equal(server.address);
    expect(await ask('http://b.test:81')).to.equal('b.test:81');
    expect(await ask('http://a.test')).to.equal('a.test');
    expect(tunnels.asked).to.deep.equal(['a.test:80', 'b.test:81']);
  });

  for (const end of ['close', 'destroy'] as const) {
    it(`sends nothing after ${end}, not even through a new proxy`, async () => {
      await dispatcher[end]();
      for (const origin of ['http://a.test', `http://${server.address}`]) {
        expect(await rejection(ask(origin)))
          .to.have.property('name')
          .that.matches(/^Client(?:Closed|Destroyed)Error$/);
      }
      expect(tunnels.asked).to.deep.equal([]);
    });
  }

  it('aborts running requests, also through a proxy', async () => {
    await server.stop();
    const arrivals = new EventEmitter();
    server = await serveHttp('127.0.0.1', () => arrivals.emit('request'));
    const arrival = once(arrivals, 'request');
    const asked = rejection(ask('http://a.test'));
    await arrival;
    await dispatcher.destroy();
    expect(await asked).to.be.instanceOf(Error);
  });
});

import { expect } from 'chai';
import { makeDispatchers, type Dispatchers } from '../../../../../src/clients/kube/transport/dispatchers.ts';
import { serveHttp, type HttpServer } from '../../../../support/http-server.ts';
import { startTunnels, type Tunnels } from '../../../../support/tunnels.ts';

describe('dispatchers to an API server', () => {
  let server: HttpServer;
  let tunnels: Tunnels;
  let dispatchers: Dispatchers | undefined;

  before(async () => {
    server = await serveHttp('127.0.0.1', (_, response) => response.end());
    tunnels = await startTunnels(() => Number(server.address.split(':')[1]));
  });
  afterEach(async () => dispatchers?.close());
  after(async () => {
    await tunnels.stop();
    await server.stop();
  });

  it('use the given proxy, also for loopback addresses', async () => {
    dispatchers = makeDispatchers(() => ({}), { url: tunnels.url });
    for (const use of ['call', 'stream'] as const) {
      const dispatcher = dispatchers.of(use, undefined);
      const { body } = await dispatcher.request({ origin: `http://${server.address}`, path: '/', method: 'GET' });
      await body.dump();
    }
    expect(tunnels.asked).to.deep.equal([server.address, server.address]);
  });

  it('are reused until a certificate of either side changes', () => {
    let ca = 'one';
    dispatchers = makeDispatchers(() => ({ ca, servername: 'k8s.test' }), {});
    const of = (cert: string): unknown => dispatchers?.of('call', { cert, key: 'key' });
    const first = of('ours');
    expect(of('ours')).to.equal(first);
    const second = of('renewed');
    expect(second).not.to.equal(first);
    ca = 'two';
    const third = of('renewed');
    expect(third).not.to.equal(second);
    expect(of('renewed')).to.equal(third);
  });
});

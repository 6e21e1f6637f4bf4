import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitConnections, peerNetwork } from '../../../../src/controller/observability/connection-limits.ts';
import { startHttpServer } from '../../../../src/controller/observability/http-server.ts';

describe('peerNetwork', () => {
  const cases = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::FFFF:c000:0201': '192.0.2.1',
    '0:0:0:0:0:ffff:192.0.2.1': '192.0.2.1',
    '::1': '0:0:0:0::/64',
    '::': '0:0:0:0::/64',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:DB8:1:2::': '2001:db8:1:2::/64',
    '2001:db8:1:2::5:6': '2001:db8:1:2::/64',
    '2001:db8::5:6': '2001:db8:0:0::/64',
    '::3:4:5:6': '0:0:0:0::/64',
    '::2:3:4:5:6': '0:0:0:2::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '': '',
    unknown: 'unknown',
  };
  for (const [address, network] of Object.entries(cases)) {
    it(`is ${JSON.stringify(network)} for ${JSON.stringify(address)}`, () =>
      expect(peerNetwork(address)).to.equal(network));
  }

  it('is equal for all addresses of a network, and for no others', () => {
    for (let prefix = 0; prefix < 0x1_0000; prefix += 97) {
      const [group, last] = [prefix.toString(16), (prefix * 7).toString(16).slice(-4)];
      expect(peerNetwork(`2001:db8:${group}:1::${last}`)).to.equal(peerNetwork(`2001:db8:${group}:1:a::b`));
      expect(peerNetwork(`2001:db8:1:${group}::${last}`)).to.equal(`2001:db8:1:${group}::/64`);
    }
  });
});

describe('the server of metrics and probes', () => {
  it('answers a probe while another peer holds connections', async () => {
    const server = await startHttpServer(0, { '/readyz': () => ({ status: 200, text: 'ok\n' }) });
    const sockets: Socket[] = [];
    for (let count = 0; count < 200; count += 1) {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      sockets.push(socket.on('error', () => undefined).resume());
      await once(socket, 'connect');
    }
    const probe = request(`http://127.0.0.1:${server.port}/readyz`, { agent: false }).end();
    const [response] = (await once(probe, 'response')) as [{ readonly statusCode: number }];
    expect(response.statusCode).to.equal(200);
    expect(sockets.filter(({ readyState }) => readyState === 'open')).to.have.length.at.most(32);
    await server.close();
  });
});

describe('limitConnections', () => {
  it('replaces the connection of a peer that reads no response', async () => {
    // More than the buffers of a connection on this machine hold.
    const large = Buffer.alloc(32 * 2 ** 20);
    const asked = new Set<Socket>();
    const server = createServer(({ url, socket }, response) => {
      asked.add(socket);
      response.end(url === '/large' ? large : 'ok');
    });
    limitConnections(server, { all: 4, perPeer: 2 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const silent = ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'].map((localAddress) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
      socket.pause().write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
      return socket;
    });
    try {
      while (asked.size < silent.length) await once(server, 'request');
      const probe = request({ port, host: '127.0.0.1', path: '/small', agent: false }).end();
      const [response] = (await once(probe, 'response')) as [{ readonly statusCode: number }];
      expect(response.statusCode).to.equal(200);
    } finally {
      for (const socket of silent) socket.destroy();
      server.closeAllConnections();
      server.close();
    }
  });
});

import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { freePorts } from '../../cluster/processes/free-port.ts';

/** Prints 300 free ports, and the ports that it has tried, and ends with its standard input. */
const ANOTHER_PROCESS = `require('ts-node/register');
const { Server } = require('node:net');
const { freePorts } = require('./test/cluster/processes/free-port.ts');
const tried = [];
const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  tried.push(port);
  return listen.call(this, port, ...rest);
};
void freePorts(300).then((ports) => console.log(JSON.stringify({ ports, tried })));
process.stdin.resume();`;

describe('free ports of the test bed', () => {
  it('differ between processes that run at the same time, and none tries the ports of another', async () => {
    const before = await freePorts(300);
    const other = spawn(process.execPath, ['--eval', ANOTHER_PROCESS], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [output] = (await once(other.stdout, 'data')) as [Buffer];
    const after = await freePorts(300).finally(() => other.stdin.end());
    await once(other, 'exit');
    const { ports, tried } = JSON.parse(output.toString()) as Readonly<Record<'ports' | 'tried', readonly number[]>>;
    expect(new Set([...before, ...ports, ...after]).size).to.equal(900);
    expect(tried).to.include.members([...ports]);
    expect(tried.filter((port) => before.includes(port))).to.deep.equal([]);
  });

  it('are free at every address', async () => {
    const servers = await Promise.all(Array.from({ length: 1000 }, (_, index) => listening(20_000 + index)));
    const ports = await freePorts(200);
    const taken = servers.flatMap((server) => (server === undefined ? [] : [(server.address() as AddressInfo).port]));
    for (const server of servers) server?.close();
    expect(taken).to.have.length.above(900);
    expect(ports.filter((port) => taken.includes(port))).to.deep.equal([]);
  });
});

/** Listens at a loopback address that is not the usual one. Resolves to undefined if the port is taken. */
function listening(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.2', () => resolve(server));
  });
}

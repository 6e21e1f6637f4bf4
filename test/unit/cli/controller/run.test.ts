import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { runController } from '../../../../src/cli/controller/run.ts';
import { CommandFailure } from '../../../../src/cli/problems.ts';
import { startObjectServer, type ObjectServer } from '../objects/object-server.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const PROBES = 'metrics and probes are served';
const WEBHOOKS = 'webhook deliveries are accepted';

interface LogLine {
  readonly message: string;
  readonly port?: number;
}

/** The parts of the process start one after the other. Each case is a cluster or a port that keeps one of them from starting. */
describe('the process of the controller', () => {
  let folder: string;
  let cluster: ObjectServer;
  let taken: Server;
  let listeners: readonly (readonly unknown[])[];
  let log: string;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-controller-'));
    // This cluster has no definitions of kpack.
    cluster = await startObjectServer(folder, {});
    taken = createServer().listen(0);
    await once(taken, 'listening');
    listeners = SIGNALS.map((signal) => process.listeners(signal));
    log = '';
  });
  afterEach(async () => {
    for (const [index, signal] of SIGNALS.entries()) {
      const added = process.listeners(signal).filter((listener) => !listeners[index]?.includes(listener));
      for (const listener of added) process.removeListener(signal, listener);
    }
    taken.close();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  const takenPort = (): string => `${(taken.address() as AddressInfo).port}`;
  /** Returns the message of the failure. */
  const run = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    errors.setEncoding('utf8').on('data', (text: string) => (log += text));
    const terminal = { input, output, errors, environment: { METRICS_PORT: '0', ...environment } };
    const failure = await runController({ kubeconfig: cluster.kubeconfig }, terminal).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(CommandFailure);
    return (failure as CommandFailure).problems.map(({ message }) => message).join('\n');
  };
  /** Returns each server in the log, and if its port is closed afterwards. */
  const serversAfterwards = async (): Promise<readonly string[]> => {
    const lines = log.split('\n').filter((line) => line !== '');
    const opened = lines.map((line) => JSON.parse(line) as LogLine).filter(({ port }) => port !== undefined);
    return Promise.all(
      opened.map(async ({ message, port }) => {
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => 'closed');
        return `${message}: ${answer === 'closed' ? 'closed' : 'open'}`;
      }),
    );
  };

  it('ends without a server if the port of its probes is taken', async () => {
    expect(await run({ METRICS_PORT: takenPort() })).to.match(/^port \d+: address already in use/);
    expect(await serversAfterwards()).to.deep.equal([]);
  });

  it('closes the server of probes if the port of webhooks is taken', async () => {
    const message = await run({ GIT_WEBHOOKS_SECRET: 'webhook', GIT_WEBHOOKS_PORT: takenPort() });
    expect(message).to.match(/^port \d+: address already in use/);
    expect(await serversAfterwards()).to.deep.equal([`${PROBES}: closed`]);
  });

  it('closes both servers if the cluster lacks definitions', async () => {
    const message = await run({ GIT_WEBHOOKS_SECRET: 'webhook', GIT_WEBHOOKS_PORT: '0' });
    expect(message).to.match(/^the cluster has no .*of kpack\.io\/v1alpha2/);
    expect(await serversAfterwards()).to.deep.equal([`${PROBES}: closed`, `${WEBHOOKS}: closed`]);
  });
});

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';

const SSHD = '/usr/sbin/sshd';

/** OpenSSH's server. It accepts one key, for the user that runs the tests. */
export interface SshServer {
  readonly host: string;
  readonly user: string;
  readonly privateKey: string;
  /** The server's line for `known_hosts`. */
  readonly knownHosts: string;
  stop(): Promise<void>;
}

export async function startSshServer(address = '127.0.0.1'): Promise<SshServer> {
  if (!existsSync(SSHD)) throw new Error(`${SSHD} is missing: install Debian's openssh-server, as .ci/packages does`);
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-sshd-'));
  const inside = (name: string): string => path.join(folder, name);
  for (const name of ['host', 'client']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', inside(name)]);
  }
  const [port = 0] = await freePorts(1);
  writeFileSync(inside('sshd_config'), configuration(folder, address, port));
  // As root, sshd requires this directory.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const server = spawn(SSHD, ['-D', '-e', '-f', inside('sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const died = new Promise<never>((_, reject) => server.once('exit', () => reject(new Error(`sshd ended: ${log}`))));
  died.catch(() => undefined);
  await until('sshd', async () => accepts(address, port), { died: [died] });
  return {
    host: `${address}:${port}`,
    user: userInfo().username,
    privateKey: readFileSync(inside('client'), 'utf8'),
    knownHosts: `[${address}]:${port} ${readFileSync(inside('host.pub'), 'utf8')}`,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, address: string, port: number): string {
  const lines = [
    `ListenAddress ${address}`,
    `Port ${port}`,
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/client.pub`,
    `PidFile ${folder}/pid`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
  ];
  return `${lines.join('\n')}\n`;
}

async function accepts(address: string, port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });
}

import type { ProcessSpec } from '../processes/leashed-process.ts';

export function etcd(
  command: string,
  { folder, clientPort, peerPort }: { readonly folder: string; readonly clientPort: number; readonly peerPort: number },
): Omit<ProcessSpec, 'log'> {
  const client = `http://127.0.0.1:${clientPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return {
    name: 'etcd',
    command,
    args: [
      '--unsafe-no-fsync',
      `--data-dir=${folder}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ],
  };
}

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

/** The address of the API server, the tenant, and the servers that its objects name. */
export interface NoiseOptions {
  readonly server: string;
  /** The file with the certificate of the API server's authority. */
  readonly authority: string;
  readonly token: string;
  readonly namespace: string;
  readonly builder: string;
  readonly hosts: {
    /** A git server that other tenants use too. */
    readonly shared: string;
    /** Git servers by what is wrong with them. */
    readonly git: Readonly<Record<string, string>>;
    readonly registry: string;
    readonly silentRegistry: string;
  };
  readonly webhookPort: number;
  /** The kinds of noise; all by default. */
  readonly only?: readonly string[];
}

/** The number of responses by what was done and by status. */
export type NoiseCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A process of a tenant that does all that its rights allow. */
export interface Noise {
  readonly stop: () => Promise<NoiseCounts>;
}

export function startNoise(options: NoiseOptions): Noise {
  const file = path.join(ROOT, 'test/integration/noisy-neighbour/noise-process.ts');
  // Node itself loads a main file of TypeScript as a module, and then ts-node does not see it.
  const script = `require(${JSON.stringify(file)})`;
  const child = spawn(process.execPath, ['-r', 'ts-node/register', '-e', script, '--', JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const printed = text(child.stdout);
  const ended = new Promise<void>((resolve) => void child.on('close', () => resolve()));
  return {
    stop: async () => {
      child.stdin.end();
      await ended;
      const counts = await printed;
      if (counts === '') throw new Error('the process of the tenant failed');
      return JSON.parse(counts) as NoiseCounts;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A finished run of `kp`. */
export interface KpResult {
  readonly code: number | null;
  /** Both streams, without colours. */
  readonly output: string;
}

/** A run of `kp` that may not have finished. */
export interface KpRun {
  readonly hasEnded: () => boolean;
  readonly ended: Promise<KpResult>;
}

/** The command `kp`, as a user of one kubeconfig. */
export interface Kp {
  readonly start: (...args: readonly string[]) => KpRun;
  /** Runs kp and returns its output. Rejects with its output if it fails. */
  readonly run: (...args: readonly string[]) => Promise<string>;
  /** Stops the runs that have not ended. */
  readonly stop: () => void;
}

interface KpOptions {
  readonly kubeconfig: string;
  /** The home directory, where kp looks for registry logins. */
  readonly home: string;
}

export function kpCommand(program: string, { kubeconfig, home }: KpOptions): Kp {
  const running = new Set<{ kill: (signal: 'SIGKILL') => void }>();
  const start: Kp['start'] = (...args) => {
    const environment = { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig, REGISTRY_PASSWORD: 'secret' };
    const child = spawn(program, args, { env: environment, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    let hasEnded = false;
    const ended = once(child, 'close').then(() => {
      hasEnded = true;
      running.delete(child);
      // oxlint-disable-next-line no-control-regex -- colours are control sequences
      return { code: child.exitCode, output: output.replace(/\u001b\[[\d;]*m/g, '') };
    });
    return { hasEnded: () => hasEnded, ended };
  };
  return {
    start,
    run: async (...args) => {
      const { code, output } = await start(...args).ended;
      if (code !== 0) throw new Error(`kp ${args.join(' ')} ends with ${code}: ${output}`);
      return output;
    },
    stop: () => running.forEach((child) => child.kill('SIGKILL')),
  };
}

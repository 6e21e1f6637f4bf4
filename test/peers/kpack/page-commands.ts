import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Printed } from '../../integration/crds/kubectl.ts';
import { ROOT } from '../../support/command.ts';

/** The environment in which the commands of a page run. */
export interface PageOptions {
  readonly kubeconfig: string;
  /** The path of kubectl. */
  readonly kubectl: string;
  /** Texts of the page that the reader has to replace, and what they are here. */
  readonly replacements: Readonly<Record<string, string>>;
}

/** Runs a command in the project's directory, as a reader does. */
export async function runPageCommand(
  command: string,
  { kubeconfig, kubectl, replacements }: PageOptions,
): Promise<Printed> {
  const script = Object.entries(replacements).reduce((line, [from, to]) => line.replaceAll(from, to), command);
  const PATH = `${path.dirname(kubectl)}:${process.env['PATH'] ?? ''}`;
  const child = spawn('bash', ['-o', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: { ...process.env, KUBECONFIG: kubeconfig, PATH },
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

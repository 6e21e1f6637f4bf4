import { spawn } from 'node:child_process';
import { KubeError } from '../kube-error.ts';
import type { DatedCredentials } from './authentication.ts';
import { execInfo, readExecCredential } from './exec-credential.ts';
import type { Cluster, ExecPlugin } from './kubeconfig.ts';

export interface ExecOptions {
  readonly plugin: ExecPlugin;
  readonly cluster: Cluster;
  /** base64. */
  readonly caData: string | undefined;
  /** Of this process, whole. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends the plugin. */
  readonly signal: AbortSignal | undefined;
  /** For one answer, in milliseconds. */
  readonly timeout: number;
}

const LONGEST_OUTPUT = 1_048_576;

/** Runs the plugin once. What it says on standard error stays untold: it may be a secret. */
export async function runExecPlugin(options: ExecOptions): Promise<DatedCredentials> {
  const { plugin } = options;
  if (plugin.interactiveMode === 'Always') throw failure(plugin, 'needs a terminal, and there is none');
  const { status, output } = await run(options);
  if (status !== 0) {
    throw failure(plugin, `ends with status ${status ?? 'unknown'}; run it by hand to see why`);
  }
  const answer = readExecCredential(output);
  if (typeof answer === 'string') throw failure(plugin, answer);
  return answer;
}

interface ExecResult {
  readonly status: number | undefined;
  readonly output: string;
}

async function run({ plugin, cluster, caData, environment, signal, timeout }: ExecOptions): Promise<ExecResult> {
  const env = { ...environment, ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(plugin, cluster, caData) };
  return new Promise((resolve, reject) => {
    const child = spawn(plugin.command, plugin.args, {
      env,
      timeout,
      stdio: ['ignore', 'pipe', 'ignore'],
      ...(signal && { signal }),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= LONGEST_OUTPUT) chunks.push(chunk);
      else child.kill();
    });
    child.on('error', (cause) => reject(signal?.aborted === true ? signal.reason : missing(plugin, cause)));
    child.on('close', (status) => resolve({ status: status ?? undefined, output: Buffer.concat(chunks).toString() }));
  });
}

function missing(plugin: ExecPlugin, cause: Error): KubeError {
  const hint = plugin.installHint === undefined ? '' : `: ${plugin.installHint.trim().split(/\s+/).join(' ')}`;
  return failure(plugin, `does not start; is it installed${hint === '' ? '?' : `? The kubeconfig says${hint}`}`, cause);
}

function failure({ command }: ExecPlugin, sentence: string, cause?: unknown): KubeError {
  return new KubeError('CREDENTIALS', `exec plugin ${command}`, `the plugin of the kubeconfig ${sentence}`, { cause });
}

import { askProgram, type ProgramAnswer } from '../../programs/ask-program.ts';
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

/** Runs the plugin once. What it says on standard error stays untold: it may be a secret. */
export async function runExecPlugin(options: ExecOptions): Promise<DatedCredentials> {
  const { plugin } = options;
  if (plugin.interactiveMode === 'Always') throw failure(plugin, 'needs a terminal, and there is none');
  const { status, output } = await ask(options);
  if (status !== 0) {
    throw failure(plugin, `ends with status ${status ?? 'unknown'}; run it by hand to see why`);
  }
  const answer = readExecCredential(output);
  if (typeof answer === 'string') throw failure(plugin, answer);
  return answer;
}

async function ask({ plugin, cluster, caData, environment, signal, timeout }: ExecOptions): Promise<ProgramAnswer> {
  const env = { ...environment, ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(plugin, cluster, caData) };
  try {
    return await askProgram(plugin.command, plugin.args, { environment: env, signal, timeout });
  } catch (cause) {
    throw signal?.aborted === true ? cause : missing(plugin, cause);
  }
}

function missing(plugin: ExecPlugin, cause: unknown): KubeError {
  const hint = plugin.installHint === undefined ? '' : `: ${plugin.installHint.trim().split(/\s+/).join(' ')}`;
  return failure(plugin, `does not start; is it installed${hint === '' ? '?' : `? The kubeconfig says${hint}`}`, cause);
}

function failure({ command }: ExecPlugin, sentence: string, cause?: unknown): KubeError {
  return new KubeError('CREDENTIALS', `exec plugin ${command}`, `the plugin of the kubeconfig ${sentence}`, { cause });
}

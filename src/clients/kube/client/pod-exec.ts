import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { Exec, KubeConfig } from '@kubernetes/client-node';
import { isJsonObject } from '../../../core/model/json.ts';
import type { ClientConfig } from '../config/client-config.ts';
import { KubeError } from '../kube-error.ts';
import { asStatus } from '../transport/status-error.ts';
import { describeResource, type NamespacedName } from './resource.ts';
import { PODS } from './resources.ts';

/** A command that runs in a container of a Pod. */
export interface PodExec {
  readonly pod: NamespacedName;
  readonly container: string;
  readonly command: readonly string[];
  readonly output: Writable;
  readonly errors: Writable;
  /** Makes the command's streams a terminal, with this input. Without it, the command has no input. */
  readonly terminal?: ExecTerminal;
  /** Closes the connection. */
  readonly signal?: AbortSignal;
}

/** The user's side of a terminal. */
export interface ExecTerminal {
  readonly input: Readable;
  /** Returns the size in characters. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  /** Calls back after each change of the size. Returns a function that ends this. */
  readonly onResize: (callback: () => void) => () => void;
}

/**
 * Runs a command in a container and returns its exit code; `undefined` if the connection ended before, as when the container ends.
 * Rejects with `FORBIDDEN`, `NOT_FOUND`, `REFUSED` and `NETWORK`.
 */
export async function podExec(config: ClientConfig, request: PodExec): Promise<number | undefined> {
  const { pod, container, command, output, errors, terminal, signal } = request;
  const subject = `exec in ${describeResource(PODS, pod)} container ${container}`;
  const exec = new Exec(await execConfig(config));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  stdout.pipe(output, { end: false });
  stderr.pipe(errors, { end: false });
  const stdin = terminal && new PassThrough();
  let status: unknown;
  const connection = await exec
    .exec(
      pod.namespace,
      pod.name,
      container,
      [...command],
      stdout,
      terminal ? null : stderr,
      stdin ?? null,
      terminal !== undefined,
      (end) => {
        status = end;
      },
    )
    .catch((error: unknown) => {
      throw connectionError(error, subject);
    });
  const stop = (): void => connection.close();
  signal?.addEventListener('abort', stop, { once: true });
  const detach = terminal && stdin && attach(terminal, stdin, (data) => connection.send(data));
  try {
    await new Promise<void>((resolve) => {
      // A connection that breaks also closes.
      connection.addEventListener('close', () => resolve());
      if (signal?.aborted === true) stop();
    });
  } finally {
    detach?.();
    signal?.removeEventListener('abort', stop);
  }
  return exitCodeOf(status, subject);
}

/** The channel of the terminal's size (kubernetes, remotecommand, v4.channel.k8s.io). */
const RESIZE_CHANNEL = 4;

function attach(terminal: ExecTerminal, stdin: PassThrough, send: (data: Buffer) => void): () => void {
  const resize = (): void => {
    const { columns, rows } = terminal.size();
    send(Buffer.concat([Buffer.of(RESIZE_CHANNEL), Buffer.from(JSON.stringify({ Width: columns, Height: rows }))]));
  };
  const onData = (data: Buffer): void => void stdin.write(data);
  terminal.input.on('data', onData);
  const stopResizing = terminal.onResize(resize);
  resize();
  return () => {
    stopResizing();
    terminal.input.off('data', onData);
    terminal.input.pause();
  };
}

/** Returns the connection's settings for the library, with the credentials of now. */
async function execConfig({ server, tls, proxy, authentication, impersonation }: ClientConfig): Promise<KubeConfig> {
  const { authorization, certificate } = await authentication.current();
  const { ca, servername, rejectUnauthorized } = tls();
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    {
      name: 'cluster',
      server: server.href.replace(/\/$/, ''),
      skipTLSVerify: rejectUnauthorized === false || server.protocol === 'http:',
      ...(ca !== undefined && { caData: base64(ca) }),
      ...(servername !== undefined && { tlsServerName: servername }),
      ...(proxy.url !== undefined && { proxyUrl: proxy.url }),
    },
    {
      name: 'user',
      ...(certificate !== undefined && { certData: base64(certificate.cert), keyData: base64(certificate.key) }),
    },
  );
  const applyTls = config.applyToHTTPSOptions.bind(config);
  config.applyToHTTPSOptions = async (options) => {
    await applyTls(options);
    const headers: IncomingHttpHeaders = { ...(authorization !== undefined && { authorization }) };
    for (const [name, value] of Object.entries(impersonation))
      headers[name.toLowerCase()] = typeof value === 'string' ? value : [...value];
    options.headers = headers;
  };
  return config;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The library for WebSockets has the status only in its message. */
function connectionError(error: unknown, subject: string): KubeError {
  const message = messageOf(error);
  const status = Number(/Unexpected server response: (?<status>\d{3})/.exec(message)?.groups?.['status']);
  switch (status) {
    case 403:
      return new KubeError('FORBIDDEN', subject, 'you may not run commands in Pods of this namespace', { status });
    case 404:
      return new KubeError('NOT_FOUND', subject, 'the Pod does not exist', { status });
    default:
      return Number.isNaN(status)
        ? new KubeError('NETWORK', subject, `the connection to the API server fails (${message}); try again`)
        : new KubeError('REFUSED', subject, `the API server answers with HTTP status ${status}`, { status });
  }
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'no answer';
}

/** Returns the exit code in the Status with which the API server ends the stream. */
function exitCodeOf(end: unknown, subject: string): number | undefined {
  if (!isJsonObject(end)) return undefined;
  const { status, message, details } = asStatus(end);
  if (status === 'Success') return 0;
  const code = details.causes.find(({ reason }) => reason === 'ExitCode');
  if (code !== undefined) return Number(code.message);
  throw new KubeError('REFUSED', subject, message ?? 'the command cannot be run');
}

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addedCertificates } from '../http/added-certificates.ts';
import { withWellKnownCertificates } from '../../core/model/certificates.ts';
import type { GitCredential } from './credentials.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { sshHost } from './address.ts';
import { writeSshProgram } from './ssh-program.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type SshCredential = Extract<GitCredential, { kind: 'ssh' }>;

interface GitOptions {
  /** A directory for configuration and keys that buildpacks do not see. */
  readonly scratch: string;
  /** The environment of this process. git inherits only PATH, TMPDIR and the proxy variables. */
  readonly environment: Environment;
  readonly credentials: readonly GitCredential[];
  readonly trustUnknownSshHosts: boolean;
  /** The longest time until an SSH server is connected and has exchanged keys; 30 by default. */
  readonly connectTimeoutSeconds?: number;
}

const INHERITED_VARIABLES = [
  'PATH',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'TMPDIR',
];

/**
 * Writes the configuration of git and OpenSSH. Returns the environment in which git reads no other configuration.
 * Credentials are in files, not in arguments or variables. They are configured for each server, so submodules get them too.
 */
export async function configureGit(options: GitOptions): Promise<Environment> {
  const { scratch, environment } = options;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const configuration = path.join(scratch, 'gitconfig');
  const ssh = path.join(scratch, 'ssh_config');
  const certificates = await writeCertificates(scratch, environment);
  const text = gitConfiguration(options.credentials, certificates, redirectsFile(scratch));
  await writeFile(configuration, text, { mode: 0o600 });
  await writeFile(ssh, await sshConfiguration(options), { mode: 0o600 });
  return {
    ...Object.fromEntries(INHERITED_VARIABLES.map((name) => [name, environment[name]])),
    HOME: scratch,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: configuration,
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git',
    GIT_TEMPLATE_DIR: '',
    GIT_SSH_COMMAND: await writeSshProgram(scratch, ssh),
    GIT_SSH_VARIANT: 'ssh',
  };
}

/** Returns the file with the redirects that git follows. It need not exist. */
export function redirectsFile(scratch: string): string {
  return path.join(scratch, 'redirects');
}

/** git trusts one file only, so the file has the well-known authorities too, as all other connections of prepare do. */
async function writeCertificates(scratch: string, environment: Environment): Promise<string | undefined> {
  const added = await addedCertificates(environment, (message, cause) => new PrepareError('TlsFailed', message, cause));
  if (added === undefined) return undefined;
  const file = path.join(scratch, 'ca-certificates.crt');
  await writeFile(file, withWellKnownCertificates(added));
  return file;
}

/**
 * git's own answer to a request for a login: an empty password for the user in the URL, as kpack sends (go-git, `basicAuthFromEndpoint`).
 * Without a user, git asks no program and fails.
 */
const EMPTY_PASSWORD = '"!echo password= #"';

/**
 * `safe.directory` is needed because a volume's root directory belongs to root. git follows no redirects, because it would send the
 * credentials to the new host: `followRedirects` in redirects.ts does. The included file has the redirects that were found.
 */
function gitConfiguration(
  credentials: readonly GitCredential[],
  certificates: string | undefined,
  redirects: string,
): string {
  const servers = credentials.flatMap((credential) => {
    if (credential.kind === 'ssh') return [];
    const { origin } = credential;
    return credential.kind === 'basic'
      ? [`[http ${quoted(`${origin}/`)}]`, `\textraHeader = ${quoted(`Authorization: ${credential.authorization}`)}`]
      : [`[credential ${quoted(origin)}]`, `\tusername = ${quoted(credential.name)}`];
  });
  const lines = [
    '[safe]\n\tdirectory = *',
    '[core]\n\tlogAllRefUpdates = false\n\thooksPath = /dev/null',
    `[credential]\n\thelper =\n\thelper = ${EMPTY_PASSWORD}`,
    '[fetch]\n\tunpackLimit = 1',
    '[gc]\n\tauto = 0',
    '[maintenance]\n\tauto = false',
    // A server that packs for a long time sends about one byte in a second (git-config(1), uploadpack.keepAlive).
    '[http]\n\tlowSpeedLimit = 1\n\tlowSpeedTime = 60\n\tfollowRedirects = false',
    ...(certificates === undefined ? [] : [`\tsslCAInfo = ${quoted(certificates)}`]),
    ...servers,
    `[include]\n\tpath = ${quoted(redirects)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Quotes a value or the name of a subsection (git-config(1), "Syntax"). Neither can contain a line end in this form. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll(/[\n\r\0]/g, '')}"`;
}

/** Configures OpenSSH. A host without credentials is contacted without a key and denies access. */
async function sshConfiguration({
  scratch,
  credentials,
  trustUnknownSshHosts,
  connectTimeoutSeconds = 30,
}: GitOptions): Promise<string> {
  const blocks: string[] = [];
  for (const [index, credential] of credentials.entries()) {
    if (credential.kind === 'ssh') blocks.push(...(await hostLines(scratch, index, credential)));
  }
  const rest = [
    'Match all',
    '\tUser git',
    '\tIdentitiesOnly yes',
    '\tIdentityAgent none',
    '\tBatchMode yes',
    `\tConnectTimeout ${connectTimeoutSeconds}`,
    '\tServerAliveInterval 15',
    '\tGlobalKnownHostsFile /dev/null',
    '\tUserKnownHostsFile /dev/null',
    '\tUpdateHostKeys no',
    '\tLogLevel ERROR',
    `\tStrictHostKeyChecking ${trustUnknownSshHosts ? 'no' : 'yes'}`,
  ];
  return `${[...blocks, ...rest].join('\n')}\n`;
}

/** Configures the key for a host and port. A Secret with `known_hosts` always enables the check of the host key. */
async function hostLines(scratch: string, index: number, credential: SshCredential): Promise<readonly string[]> {
  const { knownHosts = '' } = credential;
  const [key, known] = [path.join(scratch, `key-${index}`), path.join(scratch, `known-hosts-${index}`)];
  // OpenSSH refuses a key that other users can read, and a key without a final newline.
  await writeFile(key, `${credential.key.replaceAll('\r', '').trimEnd()}\n`, { mode: 0o600 });
  await writeFile(known, knownHosts, { mode: 0o600 });
  const { name, port } = sshHost(credential.host);
  return [
    `Match host ${name} exec "test %p = ${port}"`,
    `\tIdentityFile "${key}"`,
    ...(knownHosts.trim() === '' ? [] : [`\tUserKnownHostsFile "${known}"`, '\tStrictHostKeyChecking yes']),
  ];
}

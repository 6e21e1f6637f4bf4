import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GitCredential } from './credentials.ts';
import { sshHost } from './ssh-host.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type SshCredential = Extract<GitCredential, { kind: 'ssh' }>;

/** How git is to behave. */
export interface GitOptions {
  /** A directory that buildpacks never see; what is written here is for prepare alone. */
  readonly scratch: string;
  /** Prepare's own environment, of which git gets what says how the network is reached. */
  readonly environment: Environment;
  readonly credentials: readonly GitCredential[];
  readonly trustUnknownSshHosts: boolean;
}

const PASSED_ON = ['PATH', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'TMPDIR'];

/**
 * Writes a configuration of prepare's own, and returns the environment in which git reads it and no other. Credentials
 * are in files and neither in arguments nor in the environment, by server, so that submodules get theirs.
 */
export async function configureGit(options: GitOptions): Promise<Environment> {
  const { scratch, environment, credentials, trustUnknownSshHosts } = options;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const configuration = path.join(scratch, 'gitconfig');
  const ssh = path.join(scratch, 'ssh_config');
  await writeFile(configuration, gitConfiguration(credentials, environment['SSL_CERT_FILE']), { mode: 0o600 });
  await writeFile(ssh, await sshConfiguration(scratch, credentials, trustUnknownSshHosts), { mode: 0o600 });
  return {
    ...Object.fromEntries(PASSED_ON.map((name) => [name, environment[name]])),
    HOME: scratch,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: configuration,
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git',
    GIT_TEMPLATE_DIR: '',
    GIT_SSH_COMMAND: `ssh -F '${ssh.replaceAll("'", String.raw`'\''`)}'`,
    GIT_SSH_VARIANT: 'ssh',
  };
}

/** A volume's root belongs to root, whose directories git would not work in. What has credentials follows no redirects: git would send them along. */
function gitConfiguration(credentials: readonly GitCredential[], certificates: string | undefined): string {
  const servers = credentials.flatMap((credential) =>
    credential.kind === 'basic'
      ? [
          `[http "${credential.origin}/"]`,
          `\textraHeader = "Authorization: ${credential.authorization}"`,
          '\tfollowRedirects = false',
        ]
      : [],
  );
  const lines = [
    '[safe]\n\tdirectory = *',
    '[core]\n\tlogAllRefUpdates = false\n\thooksPath = /dev/null',
    '[credential]\n\thelper =',
    '[fetch]\n\tunpackLimit = 1',
    '[gc]\n\tauto = 0',
    '[maintenance]\n\tauto = false',
    // A server that packs for long sends five bytes in five seconds (git-config, uploadpack.keepAlive): a byte in a second.
    '[http]\n\tlowSpeedLimit = 1\n\tlowSpeedTime = 60',
    ...(certificates === undefined || certificates === '' ? [] : [`\tsslCAInfo = ${JSON.stringify(certificates)}`]),
    ...servers,
  ];
  return `${lines.join('\n')}\n`;
}

/** Without credentials a server is asked all the same, and refuses. */
async function sshConfiguration(
  scratch: string,
  credentials: readonly GitCredential[],
  trustUnknown: boolean,
): Promise<string> {
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
    '\tConnectTimeout 30',
    '\tServerAliveInterval 15',
    '\tGlobalKnownHostsFile /dev/null',
    '\tUserKnownHostsFile /dev/null',
    '\tUpdateHostKeys no',
    '\tLogLevel ERROR',
    `\tStrictHostKeyChecking ${trustUnknown ? 'no' : 'yes'}`,
  ];
  return `${[...blocks, ...rest].join('\n')}\n`;
}

/** The key for a host and port. Whoever brings known_hosts wants the server held against it, whatever is trusted else. */
async function hostLines(scratch: string, index: number, credential: SshCredential): Promise<readonly string[]> {
  const { knownHosts = '' } = credential;
  const [key, known] = [path.join(scratch, `key-${index}`), path.join(scratch, `known-hosts-${index}`)];
  // OpenSSH reads neither a key that others may read nor one without an end of line.
  await writeFile(key, `${credential.key.replaceAll('\r', '').trimEnd()}\n`, { mode: 0o600 });
  await writeFile(known, knownHosts, { mode: 0o600 });
  const { name, port } = sshHost(credential.host);
  return [
    `Match host ${name} exec "test %p = ${port}"`,
    `\tIdentityFile "${key}"`,
    ...(knownHosts.trim() === '' ? [] : [`\tUserKnownHostsFile "${known}"`, '\tStrictHostKeyChecking yes']),
  ];
}

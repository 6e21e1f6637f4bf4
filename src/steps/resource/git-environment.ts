import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FetchRequest } from './fetch-repository.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment in which git finds the credentials that Tekton has put into HOME (tektoncd/pipeline,
 * docs/auth): its configuration by itself, those of SSH by name, because OpenSSH does not ask HOME.
 */
export function gitEnvironment(environment: Environment, request: FetchRequest): Environment {
  const settings = [
    ['safe.directory', '*'],
    ['http.sslVerify', String(request.verifiesTls)],
  ];
  const configured = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...environment,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(configured),
    GIT_SSH_COMMAND: sshCommand(path.join(environment['HOME'] ?? '/', '.ssh'), request),
    GIT_SSH_VARIANT: 'ssh',
  };
}

/** Hosts are held against `known_hosts` where a Secret has brought one, as early Tekton did. */
function sshCommand(folder: string, { trustsUnknownSshHosts }: FetchRequest): string {
  const [config, known] = [path.join(folder, 'config'), path.join(folder, 'known_hosts')];
  const knows = existsSync(known);
  const words = [
    'ssh',
    ...(existsSync(config) ? ['-F', config] : []),
    ...option('BatchMode', 'yes'),
    ...option('ConnectTimeout', '30'),
    ...option('UserKnownHostsFile', knows ? known : '/dev/null'),
    ...option('StrictHostKeyChecking', knows || !trustsUnknownSshHosts ? 'yes' : 'no'),
  ];
  return words.map(quoted).join(' ');
}

function option(name: string, value: string): readonly string[] {
  return ['-o', `${name}=${value}`];
}

/** git hands the command to a shell. */
function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Git, makeGit } from '../../clients/git/run-git.ts';
import { decodedPart, publicUrl } from '../../core/model/public-url.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { ResourceDependencies } from './dependencies.ts';
import { type Artifact, takeOverFiles } from './hand-on-files.ts';

/** A git resource (PipelineResource) of a Task of Tekton before v1. */
export interface FetchRequest {
  readonly directory: string;
  /** Empty if nothing is fetched from a server. */
  readonly url: string;
  /** A ref or a full commit. Empty means the server's HEAD. */
  readonly revision: string;
  /** The number of commits to fetch; 0 fetches all. */
  readonly depth: number;
  readonly verifiesTls: boolean;
  readonly hasSubmodules: boolean;
  readonly trustsUnknownSshHosts: boolean;
  readonly isOptional: boolean;
  /** The files of an earlier task. */
  readonly from: Artifact;
  readonly commitFile: string;
  readonly urlFile: string;
}

/** Checks out the resource and reports its commit. Rejects with `PrepareError`. */
export async function fetchRepository(request: FetchRequest, dependencies: ResourceDependencies): Promise<void> {
  const { directory, url } = request;
  const git = makeGit(
    gitEnvironment(dependencies.environment, request),
    dependencies.redaction.redact,
    dependencies.signal,
  );
  hidePassword(url, dependencies);
  await mkdir(directory, { recursive: true });
  if (url !== '') await checkOut(git, request, dependencies);
  else if (request.from.location !== '') await takeOverFiles(request.from, directory, dependencies);
  else fetchNothing(request, dependencies);
  if (!existsSync(path.join(directory, '.git'))) return;
  await writeFile(request.commitFile, (await git(directory, ['rev-parse', '--verify', 'HEAD'])).trim());
  if (url !== '') await writeFile(request.urlFile, shownUrl(url));
}

/** Does the same as Tekton's git-init until 0.46 (pkg/git): limited history, detached HEAD, submodules. */
async function checkOut(git: Git, request: FetchRequest, { log }: ResourceDependencies): Promise<void> {
  const { directory, url, revision, hasSubmodules } = request;
  const what = revision === '' ? 'HEAD' : revision;
  log(`Fetching ${JSON.stringify(shownUrl(url))} @ ${JSON.stringify(what)} into ${directory}`);
  const depth = request.depth === 0 ? [] : [`--depth=${request.depth}`];
  await git(directory, ['init', '--quiet', '.']);
  await git(directory, ['config', 'remote.origin.url', url]);
  await git(directory, [...FETCH, ...depth, '--', 'origin', what]);
  await git(directory, ['checkout', '--quiet', '--detach', '--force', 'FETCH_HEAD']);
  if (hasSubmodules) {
    await git(directory, ['submodule', '--quiet', 'update', '--init', '--recursive', ...depth]);
  }
}

const FETCH = ['fetch', '--quiet', '--force', '--update-head-ok', '--no-recurse-submodules'];

/** Only an optional resource has neither a URL nor an earlier task. */
function fetchNothing({ directory, isOptional }: FetchRequest, { log }: ResourceDependencies): void {
  if (!isOptional) {
    throw new PrepareError(
      'InputsUnusable',
      'there is neither a URL to fetch nor a directory of an earlier task: set the parameter with the URL or bind the workspace',
    );
  }
  log(`Fetching nothing into ${directory}`);
}

function hidePassword(url: string, { redaction }: ResourceDependencies): void {
  const password = URL.canParse(url) ? new URL(url).password : '';
  if (password === '') return;
  redaction.addSecret(password);
  redaction.addSecret(decodedPart(password));
}

function shownUrl(url: string): string {
  return URL.canParse(url) ? publicUrl(new URL(url), url) : url;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment in which git uses the credentials that Tekton writes to HOME (tektoncd/pipeline, docs/auth.md). git
 * reads its configuration there. OpenSSH ignores HOME, so its files are passed by name.
 */
function gitEnvironment(environment: Environment, request: FetchRequest): Environment {
  const settings = [
    ['safe.directory', '*'],
    ['http.sslVerify', String(request.verifiesTls)],
  ];
  const configured = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => isHarmless(name))),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:git',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(configured),
    GIT_SSH_COMMAND: sshCommand(path.join(environment['HOME'] ?? '/', '.ssh'), request),
    GIT_SSH_VARIANT: 'ssh',
  };
}

/**
 * False for variables that name programs, settings or directories of git, such as GIT_EXEC_PATH. The Task's stepTemplate can set
 * them, and the files can be those of an application, which must not run beside credentials.
 */
function isHarmless(name: string): boolean {
  if (/^GIT_(?:SSL_|PROXY_SSL_|HTTP_|CONFIG_NOSYSTEM$)/.test(name)) return true;
  return !/^(?:GIT_|SSH_ASKPASS|XDG_CONFIG_HOME$)/.test(name);
}

/** Checks host keys against `known_hosts` if a Secret contains it, as Tekton before v1 did. */
function sshCommand(folder: string, { trustsUnknownSshHosts }: FetchRequest): string {
  const [config, known] = [path.join(folder, 'config'), path.join(folder, 'known_hosts')];
  const hasKnownHosts = existsSync(known);
  const words = [
    'ssh',
    ...(existsSync(config) ? ['-F', config] : []),
    ...option('BatchMode', 'yes'),
    ...option('ConnectTimeout', '30'),
    ...option('UserKnownHostsFile', hasKnownHosts ? known : '/dev/null'),
    ...option('StrictHostKeyChecking', hasKnownHosts || !trustsUnknownSshHosts ? 'yes' : 'no'),
  ];
  return words.map(quoted).join(' ');
}

function option(name: string, value: string): readonly string[] {
  return ['-o', `${name}=${value}`];
}

/** git runs the command in a shell. */
function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

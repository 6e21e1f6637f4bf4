import type { SourceInputs } from '../../../model/build-inputs.ts';
import { readFlags, resultFile, unusable, type Flags } from './flags.ts';

/** What the run of a Task is told that fetches a source and nothing else. */
export interface SourceArguments {
  readonly source: SourceInputs;
  /** The workspace's directory, and where in it the source goes. */
  readonly output: string;
  readonly subdirectory: string;
  /** Directories with credentials for git, each of one form or another. */
  readonly gitCredentials: readonly string[];
  /** Directories with a docker config. */
  readonly credentials: readonly string[];
  readonly trustUnknownSshHosts: boolean;
  readonly resultFiles: ReadonlyMap<string, string>;
}

/** Every flag that a parameter or workspace is given by, and what users know it as. */
const PARAMETERS: Readonly<Record<string, string>> = {
  url: 'url',
  revision: 'revision',
  submodules: 'submodules',
  archive: 'archive',
  'strip-components': 'stripComponents',
  image: 'image',
  subdirectory: 'subdirectory',
  'trust-unknown-hosts': 'trustUnknownHosts',
  output: 'the workspace output',
};

const OTHERS = ['task', 'inputs', 'credentials', 'git-credentials', 'result'];

/** Reads the arguments that the Task gives prepare. Throws `InputsUnusable`. */
export function readSourceArguments(args: readonly string[]): SourceArguments {
  const flags = readFlags(args, [...Object.keys(PARAMETERS), ...OTHERS], PARAMETERS);
  const { value, required, given } = flags;
  return {
    source: sourceOf(flags),
    output: required('output'),
    subdirectory: value('subdirectory') ?? '',
    gitCredentials: given('git-credentials'),
    credentials: given('credentials'),
    trustUnknownSshHosts: isTrue('trust-unknown-hosts', flags),
    resultFiles: new Map(given('result').map(resultFile)),
  };
}

function sourceOf(flags: Flags): SourceInputs {
  const [url, archive, image] = [flags.value('url'), flags.value('archive'), flags.value('image')];
  if ([url, archive, image].filter((one) => one !== undefined).length !== 1) {
    throw unusable('a source is one of the parameters url, archive and image: give one of them');
  }
  if (url !== undefined) {
    const revision = flags.value('revision') ?? 'HEAD';
    return { kind: 'git', url, revision, initializeSubmodules: isTrue('submodules', flags) };
  }
  if (archive !== undefined) {
    refuseUser(archive);
    return { kind: 'blob', url: archive, stripComponents: stripped(flags), authentication: 'none' };
  }
  return { kind: 'registry', image: image ?? '', pullSecrets: [] };
}

/** The URL may have a password, and so is not shown. */
function refuseUser(archive: string): void {
  const { username, password } = URL.canParse(archive) ? new URL(archive) : { username: '', password: '' };
  if (username === '' && password === '') return;
  throw unusable('archives are fetched without credentials: give archive a URL without a user and a password');
}

function stripped({ value }: Flags): number {
  const text = value('strip-components') ?? '0';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw unusable(`stripComponents is no number of directories: ${JSON.stringify(text)}`);
}

function isTrue(name: string, { value }: Flags): boolean {
  const text = value(name) ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  throw unusable(`${PARAMETERS[name] ?? name} is neither true nor false: ${JSON.stringify(text)}`);
}

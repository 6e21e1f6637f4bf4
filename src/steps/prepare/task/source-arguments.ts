import type { SourceInputs } from '../../../core/model/build-inputs.ts';
import { readParameters, type Parameters } from './parameters.ts';

/** The arguments of the Task that only fetches a source. */
export interface SourceArguments {
  readonly source: SourceInputs;
  /** The directory of the workspace `output`. */
  readonly output: string;
  /** The directory in the workspace that receives the source. */
  readonly subdirectory: string;
  /** Directories with credentials for git. `gitSecrets` lists their forms. */
  readonly gitCredentials: readonly string[];
  /** Directories with a docker config. */
  readonly credentials: readonly string[];
  readonly trustUnknownSshHosts: boolean;
  /** The file of each result, by the result's name. */
  readonly resultFiles: ReadonlyMap<string, string>;
}

/** Maps each flag to the parameter or workspace that users know. The Task sets the other flags itself. */
const FLAGS = {
  url: 'url',
  revision: 'revision',
  submodules: 'submodules',
  archive: 'archive',
  'strip-components': 'stripComponents',
  image: 'image',
  subdirectory: 'subdirectory',
  'trust-unknown-hosts': 'trustUnknownHosts',
  output: 'the workspace output',
  task: '-task',
  inputs: '-inputs',
  credentials: '-credentials',
  'git-credentials': '-git-credentials',
  result: '-result',
} as const;

type SourceParameters = Parameters<keyof typeof FLAGS>;

/** Reads the arguments of the Task. Throws `InputsUnusable` with every problem. */
export function readSourceArguments(args: readonly string[]): SourceArguments {
  const parameters = readParameters(args, FLAGS);
  const read = {
    source: sourceOf(parameters),
    output: parameters.required('output'),
    subdirectory: parameters.value('subdirectory') ?? '',
    gitCredentials: parameters.list('git-credentials'),
    credentials: parameters.list('credentials'),
    trustUnknownSshHosts: parameters.boolean('trust-unknown-hosts'),
    resultFiles: parameters.resultFiles('result'),
  };
  parameters.throwProblems();
  return read;
}

function sourceOf(parameters: SourceParameters): SourceInputs {
  const { value, boolean, addProblem } = parameters;
  const [url, archive, image] = [value('url'), value('archive'), value('image')];
  if ([url, archive, image].filter((given) => given !== undefined).length !== 1) {
    addProblem('give exactly one of the parameters url, archive and image');
  }
  if (url !== undefined) {
    return { kind: 'git', url, revision: value('revision') ?? 'HEAD', initializeSubmodules: boolean('submodules') };
  }
  if (archive !== undefined) {
    checkNoUser(archive, addProblem);
    return { kind: 'blob', url: archive, stripComponents: stripComponents(parameters), authentication: 'none' };
  }
  return { kind: 'registry', image: image ?? '', pullSecrets: [] };
}

/** The message does not show the URL, because it can contain a password. */
function checkNoUser(archive: string, addProblem: (problem: string) => void): void {
  const { username, password } = URL.canParse(archive) ? new URL(archive) : { username: '', password: '' };
  if (username === '' && password === '') return;
  addProblem('archives are fetched without credentials: remove the user and the password from the URL in archive');
}

function stripComponents({ value, addProblem }: SourceParameters): number {
  const text = value('strip-components') ?? '0';
  if (!/^\d{1,3}$/.test(text)) {
    addProblem(`stripComponents must be a whole number from 0 to 999, not ${JSON.stringify(text)}`);
  }
  return Number(text);
}

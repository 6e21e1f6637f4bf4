import { DEFAULT_EXEC_ENV, EXEC_ENV_RULE, EXEC_ENV_VARIABLE, isExecEnv } from '../../../core/model/exec-env.ts';
import { readParameters, type Parameters } from './parameters.ts';

/** The arguments of the Task that builds or rebases. A parameter that was left empty is absent. */
export interface TaskArguments {
  readonly operation: 'build' | 'rebase';
  readonly inputsFile: string;
  readonly image: string;
  readonly additionalTags: readonly string[];
  readonly builder: string;
  /** The facts of the builder, if the Task was generated for one builder. */
  readonly knownBuilder: KnownBuilder | undefined;
  readonly runImage: string | undefined;
  readonly cacheImage: string | undefined;
  readonly previousImage: string | undefined;
  /** Empty if the buildpacks choose the default process. */
  readonly processType: string;
  readonly platformApi: string | undefined;
  /** The execution environment, which is valid. `undefined` for the default. */
  readonly execEnv: string | undefined;
  readonly skipRestore: string | undefined;
  readonly user: string | undefined;
  readonly group: string | undefined;
  readonly source: string | undefined;
  readonly sourceUrl: string | undefined;
  readonly sourceRevision: string | undefined;
  readonly sourceCommit: string | undefined;
  readonly subPath: string | undefined;
  readonly projectDescriptor: string | undefined;
  /** A directory with the layout of the CNB platform directory. */
  readonly platform: string | undefined;
  /** The mount path of the workspace `bindings` in later steps. */
  readonly bindings: string | undefined;
  /** Directories with a docker config, from workspaces. */
  readonly credentials: readonly string[];
  /** The directory where Tekton writes the docker config of the ServiceAccount for every step. */
  readonly accountCredentials: string | undefined;
  /** `true` to build although buildpacks can read the credentials that Tekton has written. */
  readonly allowAccountCredentials: string | undefined;
  /** The path of the ServiceAccount's token in the Pod. */
  readonly accountToken: string | undefined;
  /** Entries of ENV_VARS: `NAME=value`. */
  readonly variables: readonly string[];
  /** The file of each result, by the result's name. */
  readonly resultFiles: ReadonlyMap<string, string>;
}

interface KnownBuilder {
  readonly uid: number;
  readonly gid: number;
  readonly platformApi: string;
  readonly runImage: string | undefined;
}

/** Maps each flag to the parameter or workspace that users know. The Task sets the other flags itself. */
const FLAGS = {
  image: 'APP_IMAGE',
  tags: 'TAGS',
  builder: 'BUILDER_IMAGE or CNB_BUILDER_IMAGE',
  'run-image': 'RUN_IMAGE or CNB_RUN_IMAGE',
  'cache-image': 'CACHE_IMAGE or CNB_CACHE_IMAGE',
  'previous-image': 'PREVIOUS_IMAGE',
  'process-type': 'PROCESS_TYPE or CNB_PROCESS_TYPE',
  'platform-api': 'CNB_PLATFORM_API',
  'exec-env': EXEC_ENV_VARIABLE,
  'skip-restore': 'SKIP_RESTORE or CNB_SKIP_LAYERS',
  user: 'USER_ID or CNB_USER_ID',
  group: 'GROUP_ID or CNB_GROUP_ID',
  'insecure-registries': 'CNB_INSECURE_REGISTRIES',
  'source-url': 'SOURCE_URL',
  'source-revision': 'SOURCE_REVISION',
  'source-commit': 'SOURCE_COMMIT',
  'sub-path': 'SOURCE_SUBPATH',
  'project-descriptor': 'PROJECT_DESCRIPTOR',
  source: 'the workspace source',
  task: '-task',
  inputs: '-inputs',
  platform: '-platform',
  bindings: '-bindings',
  credentials: '-credentials',
  'account-credentials': '-account-credentials',
  'allow-account-credentials': 'ALLOW_ACCOUNT_CREDENTIALS',
  'account-token': '-account-token',
  'builder-uid': '-builder-uid',
  'builder-gid': '-builder-gid',
  'builder-platform-api': '-builder-platform-api',
  'builder-run-image': '-builder-run-image',
  result: '-result',
} as const;

type TaskParameters = Parameters<keyof typeof FLAGS>;

/** Reads the arguments of the Task. Throws `InputsUnusable` with every problem. */
export function readTaskArguments(args: readonly string[]): TaskArguments {
  const parameters = readParameters(args, FLAGS);
  const { value, required, list, override } = parameters;
  refuseInsecureRegistries(parameters);
  const read: TaskArguments = {
    operation: value('task') === 'rebase' ? 'rebase' : 'build',
    inputsFile: required('inputs'),
    image: required('image'),
    additionalTags: (value('tags') ?? '').split(/[\s,]+/).filter((tag) => tag !== ''),
    builder: required('builder'),
    knownBuilder: knownBuilder(parameters),
    runImage: value('run-image'),
    cacheImage: value('cache-image'),
    previousImage: value('previous-image'),
    processType: override('process-type', 'web'),
    platformApi: value('platform-api'),
    execEnv: execEnvOf(parameters),
    skipRestore: value('skip-restore'),
    user: value('user'),
    group: value('group'),
    source: value('source'),
    sourceUrl: value('source-url'),
    sourceRevision: value('source-revision'),
    sourceCommit: value('source-commit'),
    subPath: value('sub-path'),
    projectDescriptor: value('project-descriptor'),
    platform: value('platform'),
    bindings: value('bindings'),
    credentials: list('credentials'),
    accountCredentials: value('account-credentials'),
    allowAccountCredentials: value('allow-account-credentials'),
    accountToken: value('account-token'),
    variables: parameters.operands,
    resultFiles: parameters.resultFiles('result'),
  };
  parameters.throwProblems();
  return read;
}

function knownBuilder({ value }: TaskParameters): KnownBuilder | undefined {
  const [uid, gid, platformApi] = [value('builder-uid'), value('builder-gid'), value('builder-platform-api')];
  if (uid === undefined || gid === undefined || platformApi === undefined) return undefined;
  return { uid: Number(uid), gid: Number(gid), platformApi, runImage: value('builder-run-image') };
}

function execEnvOf({ value, addProblem }: TaskParameters): string | undefined {
  const execEnv = value('exec-env');
  if (execEnv !== undefined && !isExecEnv(execEnv)) addProblem(`${EXEC_ENV_VARIABLE} ${EXEC_ENV_RULE}`);
  return execEnv === DEFAULT_EXEC_ENV ? undefined : execEnv;
}

/** The lifecycle would skip verification, but prepare verifies certificates and would fail. */
function refuseInsecureRegistries({ value, addProblem }: TaskParameters): void {
  if (value('insecure-registries') === undefined) return;
  addProblem(
    'CNB_INSECURE_REGISTRIES is not supported, because certificates are always verified: ' +
      'bind the workspace ssl-ca-directory to a ConfigMap with the certificate authority of the registry',
  );
}

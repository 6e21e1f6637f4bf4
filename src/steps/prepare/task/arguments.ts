import { readFlags, resultFile, unusable, type Flags } from './flags.ts';

/** What a Task's run is told: parameters as they were given; one that was left empty is absent. */
export interface TaskArguments {
  readonly operation: 'build' | 'rebase';
  readonly inputsFile: string;
  readonly image: string;
  readonly additionalTags: readonly string[];
  readonly builder: string;
  /** What the Task knows of its builder, where it is made for one. */
  readonly knownBuilder: KnownBuilder | undefined;
  readonly runImage: string | undefined;
  readonly cacheImage: string | undefined;
  readonly previousImage: string | undefined;
  /** Empty where the buildpacks are to say. */
  readonly processType: string;
  readonly platformApi: string | undefined;
  readonly skipRestore: string | undefined;
  readonly user: string | undefined;
  readonly group: string | undefined;
  readonly source: string | undefined;
  readonly sourceUrl: string | undefined;
  readonly sourceRevision: string | undefined;
  readonly sourceCommit: string | undefined;
  readonly subPath: string | undefined;
  readonly projectDescriptor: string | undefined;
  /** A directory that is laid out as the platform's. */
  readonly platform: string | undefined;
  /** Where later steps have bindings of a workspace. */
  readonly bindings: string | undefined;
  /** Directories with a docker config: a workspace, and the account's, which Tekton shows to every step. */
  readonly credentials: readonly string[];
  readonly accountCredentials: string | undefined;
  /** Where the token of the account is, unless the run does without. */
  readonly accountToken: string | undefined;
  /** `NAME=value` each. */
  readonly variables: readonly string[];
  /** Where which result goes. */
  readonly resultFiles: ReadonlyMap<string, string>;
}

export interface KnownBuilder {
  readonly uid: number;
  readonly gid: number;
  readonly platformApi: string;
  readonly runImage: string | undefined;
}

/** Every flag that a parameter or workspace is given by, and what users know it as. */
const PARAMETERS: Readonly<Record<string, string>> = {
  image: 'APP_IMAGE',
  tags: 'TAGS',
  builder: 'BUILDER_IMAGE or CNB_BUILDER_IMAGE',
  'run-image': 'RUN_IMAGE or CNB_RUN_IMAGE',
  'cache-image': 'CACHE_IMAGE or CNB_CACHE_IMAGE',
  'previous-image': 'PREVIOUS_IMAGE',
  'process-type': 'PROCESS_TYPE or CNB_PROCESS_TYPE',
  'platform-api': 'CNB_PLATFORM_API',
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
};

/** What a Task says itself, beside its parameters. */
const OWN = [
  'task',
  'inputs',
  'platform',
  'bindings',
  'account-credentials',
  'account-token',
  'builder-uid',
  'builder-gid',
  'builder-platform-api',
  'builder-run-image',
];

/** May be given more than once, each time with something else. */
const LISTS = ['credentials', 'result'];

/** Reads the arguments that a Task gives prepare. Throws `InputsUnusable`. */
export function readTaskArguments(args: readonly string[]): TaskArguments {
  const { value, required, given, chosen, rest } = readFlags(
    args,
    [...Object.keys(PARAMETERS), ...OWN, ...LISTS],
    PARAMETERS,
  );
  refuseInsecure(value('insecure-registries'));
  const operation = value('task') === 'rebase' ? 'rebase' : 'build';
  return {
    operation,
    inputsFile: required('inputs'),
    image: required('image'),
    additionalTags: (value('tags') ?? '').split(/[\s,]+/).filter((tag) => tag !== ''),
    builder: required('builder'),
    knownBuilder: knownBuilder(value),
    runImage: value('run-image'),
    cacheImage: value('cache-image'),
    previousImage: value('previous-image'),
    processType: chosen('process-type', 'web'),
    platformApi: value('platform-api'),
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
    credentials: given('credentials'),
    accountCredentials: value('account-credentials'),
    accountToken: value('account-token'),
    variables: rest,
    resultFiles: new Map(given('result').map(resultFile)),
  };
}

function knownBuilder(value: Flags['value']): KnownBuilder | undefined {
  const [uid, gid, platformApi] = [value('builder-uid'), value('builder-gid'), value('builder-platform-api')];
  if (uid === undefined || gid === undefined || platformApi === undefined) return undefined;
  return { uid: Number(uid), gid: Number(gid), platformApi, runImage: value('builder-run-image') };
}

/** What the lifecycle would not verify, prepare would, and fail. */
function refuseInsecure(registries: string | undefined): void {
  if (registries === undefined) return;
  const way = "add the registry's authority to the certificates that SSL_CERT_FILE names, by the podTemplate's env";
  throw unusable(`CNB_INSECURE_REGISTRIES is not supported, because certificates are always verified: ${way}`);
}

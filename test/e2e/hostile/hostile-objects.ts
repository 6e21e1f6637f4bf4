import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { IDENTITY_LABELS } from '../../cluster/identity-webhooks/identity-webhooks.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { tektonOfEnvironment } from '../../cluster/tekton/version.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { inNamespace } from '../../integration/cluster/apply.ts';
import { runInProcess } from '../../support/command.ts';
import { printedTask } from '../tasks/task-bed.ts';
import { IDENTIFIED_ACCOUNT, LOGIN, NAMESPACE, SOURCES_CLAIM, type HostileBed } from './hostile-bed.ts';

/** The flags of `taskpack translate` for each way to run a Build. */
const TRANSLATIONS = {
  taskrun: ['--to', 'taskrun', '--tekton', tektonOfEnvironment(process.env)],
  init: ['--to', 'pod', '--layout', 'init'],
  containers: ['--to', 'pod', '--layout', 'containers', '--no-sidecars'],
} as const;

/** A pinned Task names its builder by digest. The builder of another Task is a parameter of each run. */
const TASKS = ['task', 'pinned-task'] as const;

type Translation = keyof typeof TRANSLATIONS;

export type Backend = Translation | (typeof TASKS)[number];

export const BACKEND_NAMES: readonly Backend[] = [...(Object.keys(TRANSLATIONS) as Translation[]), ...TASKS];

/** The inputs of a Build, whichever backend runs it. */
export interface BuildInputs {
  readonly name: string;
  readonly app: string;
  readonly builder: string;
  readonly runImage: string;
  /** The image that holds the source. A Task has its source in the claim of sources instead. */
  readonly source: string;
  readonly cache: CachePlace;
  /** The ServiceAccount that the Build names. A run of a Task names the account with an identity. */
  readonly account: string;
  /** Settings of taskpack, as environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** The Platform API, if it is not the default. */
  readonly platformApi?: string;
  /** More annotations of the Build. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The place of a Build's cache: the tag of an image, or a directory of a claim with the folder behind it. */
export type CachePlace =
  | { readonly kind: 'registry'; readonly tag: string }
  | { readonly kind: 'volume'; readonly claim: string; readonly subPath?: string; readonly folder: string };

/** Returns the objects that run a Build with a backend: what it needs first, the workload last. */
export async function backendObjects(
  bed: HostileBed,
  backend: Backend,
  inputs: BuildInputs,
): Promise<readonly KubernetesObject[]> {
  return isTask(backend) ? taskObjects(bed, backend, inputs) : translated(bed, TRANSLATIONS[backend], inputs);
}

export function isTask(backend: Backend): backend is (typeof TASKS)[number] {
  return !(backend in TRANSLATIONS);
}

/** The labels and annotations by which the author of a Build asks for an identity in every container. */
const ASKING = {
  labels: IDENTITY_LABELS,
  annotations: {
    'eks.amazonaws.com/skip-containers': 'nothing',
    'azure.workload.identity/skip-containers': 'nothing',
  },
};

async function translated(
  bed: HostileBed,
  flags: readonly string[],
  { name, app, builder, runImage, source, cache, account, settings, platformApi, annotations }: BuildInputs,
): Promise<readonly KubernetesObject[]> {
  const build = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace: NAMESPACE, ...ASKING, annotations: { ...ASKING.annotations, ...annotations } },
    spec: {
      tags: [app],
      serviceAccountName: account,
      builder: { image: builder },
      runImage: { image: runImage },
      source: { registry: { image: source } },
      cache:
        cache.kind === 'registry'
          ? { registry: { tag: cache.tag } }
          : { volume: { persistentVolumeClaimName: cache.claim } },
      creationTime: '1700000000',
    },
  };
  const stdin = [...bed.account, build].map((document) => JSON.stringify(document)).join('\n---\n');
  const env = { ...bed.own, ...settings, ...highest(platformApi) };
  const { status, stdout, stderr } = await runInProcess(['translate', '-f', '-', ...flags], { stdin, env });
  if (status !== 0) throw new Error(stderr);
  const objects = parseYaml(stdout, name).documents.map(({ value }) => value as KubernetesObject);
  return objects.map((object) => inNamespace(object, NAMESPACE));
}

/** Returns the Task that `taskpack tasks` prints, and a run of it. */
function taskObjects(
  bed: HostileBed,
  backend: 'task' | 'pinned-task',
  { name, app, builder, runImage, cache, platformApi }: BuildInputs,
): readonly KubernetesObject[] {
  const { uid, gid } = STACK.build;
  const params = {
    APP_IMAGE: app,
    RUN_IMAGE: runImage,
    STEPS_IMAGE: bed.own.STEPS_IMAGE,
    PROCESS_TYPE: '',
    CNB_PROCESS_TYPE: '',
    ...(cache.kind === 'registry' && { CACHE_IMAGE: cache.tag }),
    ...(backend === 'task' && { BUILDER_IMAGE: builder, CNB_PLATFORM_API: platformApi ?? '' }),
  };
  const run: KubernetesObject = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name, namespace: NAMESPACE, labels: IDENTITY_LABELS },
    spec: {
      serviceAccountName: IDENTIFIED_ACCOUNT,
      taskRef: { name },
      params: Object.entries(params).map(([param, value]) => ({ name: param, value })),
      workspaces: [
        { name: 'source', subPath: name, persistentVolumeClaim: { claimName: SOURCES_CLAIM } },
        { name: 'dockerconfig', secret: { secretName: LOGIN } },
        ...(cache.kind === 'volume' ? [cacheWorkspace(cache)] : []),
      ],
      podTemplate: {
        automountServiceAccountToken: false,
        securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
      },
    },
  };
  const pinned = backend === 'pinned-task' ? ['--builder', builder] : [];
  return [printedTask(NAMESPACE, ['--name', name, ...pinned], highest(platformApi)), run];
}

function cacheWorkspace({ claim, subPath }: CachePlace & { readonly kind: 'volume' }): object {
  return { name: 'cache', ...(subPath !== undefined && { subPath }), persistentVolumeClaim: { claimName: claim } };
}

function highest(platformApi: string | undefined): Readonly<Record<string, string>> {
  return platformApi === undefined ? {} : { MAXIMUM_PLATFORM_API_VERSION: platformApi };
}

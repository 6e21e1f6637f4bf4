import { mkdirSync, writeFileSync, chmodSync } from 'node:fs';
import path from 'node:path';
import { makeImage } from '../../../src/registry/image.ts';
import { makeLayer } from '../../../src/registry/layer.ts';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { inNamespace } from '../../integration/cluster/apply.ts';
import { awaitCommand } from '../../support/command.ts';
import { printedTask } from '../tasks/task-bed.ts';
import { pathsOf, type PhaseContainer } from './build-paths.ts';
import { applicationFiles, hostileCache, type Attack } from './hostile-application.ts';
import { ACCOUNT_NAME, LOGIN, NAMESPACE, SOURCES_CLAIM, type HostileBed } from './hostile-bed.ts';

/** The flags of `taskpack translate` for each backend. */
const BACKENDS = {
  taskrun: ['--to', 'taskrun'],
  init: ['--to', 'pod', '--layout', 'init'],
  containers: ['--to', 'pod', '--layout', 'containers', '--no-sidecars'],
} as const;

export type Backend = keyof typeof BACKENDS | 'task';

export const BACKEND_NAMES: readonly Backend[] = ['taskrun', 'init', 'containers', 'task'];

/** One Build of an application that attacks. */
export interface HostileBuild {
  readonly name: string;
  readonly attacks: readonly Attack[];
  /** Settings of taskpack, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A Build as it is created on the cluster: the objects that it needs, the workload last. */
export interface HostileWorkload {
  readonly name: string;
  readonly objects: readonly KubernetesObject[];
  readonly app: string;
  readonly cache: string;
}

/** Translates a Build for a backend and pushes its source and its cache. */
export async function hostileWorkload(
  bed: HostileBed,
  backend: Backend,
  build: HostileBuild,
): Promise<HostileWorkload> {
  const objects = backend === 'task' ? taskObjects(bed, build) : await translated(bed, backend, build);
  const phases = phasesOf(objects);
  const paths = pathsOf(phases, backend === 'init' || backend === 'containers' ? 'pod' : 'steps');
  const files = applicationFiles(bed, build.attacks, paths);
  if (backend === 'task') writeSource(bed, build.name, files);
  else await pushSource(bed, build.name, files);
  const { app, cache } = placesOf(bed, build.name);
  const target = { url: bed.registry.url, repository: `cache/${build.name}`, authorization: basicAuthorization() };
  await pushImage(hostileCache(bed, build.attacks, paths), target, 'latest');
  return { name: build.name, objects, app, cache };
}

/** Returns the phases of a Pod, a TaskRun or a Task among the objects. */
export function phasesOf(objects: readonly KubernetesObject[]): readonly PhaseContainer[] {
  return objects.flatMap(({ spec }) => {
    const { initContainers = [], containers = [], steps = [], taskSpec } = (spec ?? {}) as WorkloadSpec;
    return [...initContainers, ...containers, ...steps, ...(taskSpec?.steps ?? [])];
  });
}

/** The fields of a Pod's, a Task's and a TaskRun's spec that hold phases. */
export interface WorkloadSpec {
  readonly initContainers?: readonly PhaseContainer[];
  readonly containers?: readonly PhaseContainer[];
  readonly steps?: readonly PhaseContainer[];
  readonly taskSpec?: { readonly steps: readonly PhaseContainer[] };
}

async function translated(
  bed: HostileBed,
  backend: Exclude<Backend, 'task'>,
  { name, attacks, settings = {} }: HostileBuild,
): Promise<readonly KubernetesObject[]> {
  const { app, cache, source } = placesOf(bed, name);
  const build = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      tags: [app],
      serviceAccountName: ACCOUNT_NAME,
      builder: { image: builderOf(bed, attacks) },
      runImage: { image: bed.builders.runImage },
      source: { registry: { image: source } },
      cache: { registry: { tag: cache } },
      creationTime: '1700000000',
    },
  };
  const stdin = [...bed.account, build].map((document) => JSON.stringify(document)).join('\n---\n');
  const env = { ...bed.own, ...settings };
  const { status, stdout, stderr } = await awaitCommand(['translate', '-f', '-', ...BACKENDS[backend]], { stdin, env });
  if (status !== 0) throw new Error(stderr);
  const objects = parseYaml(stdout, name).documents.map(({ value }) => value as KubernetesObject);
  return objects.map((object) => inNamespace(object, NAMESPACE));
}

/** Returns the Task that `taskpack tasks` prints, and a run of it. */
function taskObjects(bed: HostileBed, { name, attacks }: HostileBuild): readonly KubernetesObject[] {
  const { app, cache } = placesOf(bed, name);
  const { uid, gid } = STACK.build;
  const params = {
    APP_IMAGE: app,
    BUILDER_IMAGE: builderOf(bed, attacks),
    RUN_IMAGE: bed.builders.runImage,
    CACHE_IMAGE: cache,
    STEPS_IMAGE: bed.own.STEPS_IMAGE,
    PROCESS_TYPE: '',
    CNB_PROCESS_TYPE: '',
  };
  const run: KubernetesObject = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      taskRef: { name },
      params: Object.entries(params).map(([param, value]) => ({ name: param, value })),
      workspaces: [
        { name: 'source', subPath: name, persistentVolumeClaim: { claimName: SOURCES_CLAIM } },
        { name: 'dockerconfig', secret: { secretName: LOGIN } },
      ],
      podTemplate: {
        automountServiceAccountToken: false,
        securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
      },
    },
  };
  return [printedTask(NAMESPACE, ['--name', name]), run];
}

function builderOf({ builders }: HostileBed, attacks: readonly Attack[]): string {
  return attacks.includes('lifecycle') ? builders.replacedLifecycle : builders.attacking;
}

function placesOf(
  { registry, cluster }: HostileBed,
  name: string,
): Readonly<Record<'app' | 'cache' | 'source', string>> {
  return {
    app: `${registry.address}/app/${name}`,
    cache: `${registry.address}/cache/${name}`,
    source: `${cluster.registry.address}/source/${name}`,
  };
}

async function pushSource(
  { cluster }: HostileBed,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries(files).map(
    ([file, content]) => ({ path: `/${file}`, kind: 'file', content }) as const,
  );
  const image = makeImage({ config: PLATFORM, layers: [makeLayer(entries)] });
  await pushImage(image, { url: cluster.registry.url, repository: `source/${name}` }, 'latest');
}

function writeSource({ sources }: HostileBed, name: string, files: Readonly<Record<string, string>>): void {
  const folder = path.join(sources, name);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content);
}

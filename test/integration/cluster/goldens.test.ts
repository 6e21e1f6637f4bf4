import { expect } from 'chai';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { readWorkload, type Container, type Workload } from '../../support/workload.ts';
import { forEach, inNamespace, kubectlApply, restrictedNamespace } from './apply.ts';
import { matrix } from '../../support/matrix.ts';
import { goldenCases, type GoldenCase } from './golden-case.ts';
import { FORMS, GOLDEN_CLASSES } from './golden-classes.ts';
import { mountedSecrets, ownArgs, readTektonPod, type TektonPod } from './tekton-pod.ts';

const BACKENDS = ['taskrun', 'pod-init', 'pod-containers'] as const;

type Backend = (typeof BACKENDS)[number];

interface Subject {
  readonly golden: GoldenCase;
  readonly backend: Backend;
  readonly namespace: string;
  readonly objects: readonly KubernetesObject[];
}

const ALL = goldenCases().flatMap(subjectsOf);

/** Without the whole matrix, one golden of each form. dry-runs.test.ts sends all goldens. */
const SUBJECTS = matrix(
  ALL,
  ALL.filter(({ golden }) => FORMS.includes(golden.name)),
);

describe('golden outputs on a cluster that enforces Pod Security restricted', function () {
  this.timeout(300_000);
  const failures = new Map<Subject, unknown>();
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    await Promise.all(GOLDEN_CLASSES.map((object) => cluster.client.apply(object)));
    await forEach(SUBJECTS, 6, async (subject) => prepare(cluster, subject));
    await forEach(inGroups(SUBJECTS, 4), 4, async (group) => {
      // One kubectl call for all objects is faster. If it fails, apply the objects one by one to find the cause.
      await apply(cluster, group).catch(async () =>
        forEach(group, 1, async (subject) => {
          await apply(cluster, [subject]).catch((error: unknown) => failures.set(subject, error));
        }),
      );
    });
  });

  for (const subject of SUBJECTS) {
    it(`${subject.golden.name}: ${subject.backend} is admitted`, () => {
      const failure = failures.get(subject);
      // A text, because the report of a failed test shortens errors.
      expect(failure instanceof Error ? failure.message : 'admitted').to.equal('admitted');
    });
  }

  for (const subject of SUBJECTS.filter(({ backend }) => backend === 'taskrun')) {
    it(`${subject.golden.name}: Tekton creates a Pod with the promised properties`, async () => {
      for (const taskRun of subject.objects.filter(({ kind }) => kind === 'TaskRun')) {
        const workload = readWorkload(taskRun);
        const pod = await until(`a pod of ${taskRun.metadata.name}`, async () => podOf(cluster, subject, taskRun));
        keepsPromises(workload, readTektonPod(pod));
      }
    });
  }
});

function subjectsOf(golden: GoldenCase): readonly Subject[] {
  return BACKENDS.flatMap((backend) => {
    const output = golden.output(backend);
    if (output === undefined) return [];
    const namespace = `${golden.name}-${backend}`.slice(0, 63);
    const objects = output.objects.map((object) => inNamespace(withoutOwners(object), namespace));
    return [{ golden, backend, namespace, objects }];
  });
}

/** The Builds are not on this cluster, and the garbage collector deletes objects whose owner does not exist. */
function withoutOwners(object: KubernetesObject): KubernetesObject {
  const { ownerReferences: _, ...metadata } = object.metadata as KubernetesObject['metadata'] & {
    readonly ownerReferences?: unknown;
  };
  return { ...object, metadata };
}

async function prepare({ client }: Cluster, { golden, namespace, objects }: Subject): Promise<void> {
  await client.create(restrictedNamespace(namespace));
  const accounts = new Set(['default', ...objects.flatMap(accountOf)]);
  for (const object of golden.surroundings) {
    await client.put(inNamespace(object, namespace));
    if (object.kind === 'ServiceAccount') accounts.delete(object.metadata.name);
  }
  for (const name of accounts) {
    await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  }
}

/** A Pod needs its ServiceAccount before it is created. A TaskRun does not. */
function accountOf({ kind, ...object }: KubernetesObject): readonly string[] {
  return kind === 'Pod' ? [(object['spec'] as { readonly serviceAccountName: string }).serviceAccountName] : [];
}

function inGroups<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

async function apply(cluster: Cluster, subjects: readonly Subject[]): Promise<void> {
  const objects = subjects.flatMap((subject) => subject.objects);
  await kubectlApply(cluster, objects);
}

async function podOf(
  { client }: Cluster,
  { namespace }: Subject,
  taskRun: KubernetesObject,
): Promise<KubernetesObject | undefined> {
  const status = (await client.get(taskRun))?.['status'] as TaskRunStatus | undefined;
  const failed = status?.conditions?.find(({ status: value }) => value === 'False');
  if (failed !== undefined) throw new Error(`${failed.reason}: ${failed.message}`);
  const pods = await client.list('v1', 'Pod', namespace);
  return pods.find(({ metadata }) => metadata.labels?.['tekton.dev/taskRun'] === taskRun.metadata.name);
}

interface TaskRunStatus {
  readonly conditions?: readonly { readonly status: string; readonly reason: string; readonly message: string }[];
}

function keepsPromises(workload: Workload, pod: TektonPod): void {
  const steps = workload.containers.filter(({ name }) => name !== 'dummy');
  expect([...pod.steps.keys()]).to.deep.equal(steps.map(({ name }) => name));
  expect(pod.annotations).to.include(workload.annotations);
  for (const step of steps) {
    const container = pod.steps.get(step.name) ?? step;
    expect(mountedSecrets(container, pod.volumes), step.name).to.have.members(mountedSecrets(step, workload.volumes));
    const bound = workload.volumes
      .filter(({ name }) => name.startsWith('binding-'))
      .flatMap(({ secret }) => secret?.secretName ?? []);
    if (step.name === 'detect' || step.name === 'build') {
      expect(bound).to.include.members(mountedSecrets(container, pod.volumes));
    }
    expect(ownArgs(container).filter(isNoResult), step.name).to.deep.equal((step.args ?? []).filter(isNoResult));
    for (const variable of step.env ?? [])
      expect(container.env?.map(withoutDefaults), step.name).to.deep.include(withoutDefaults(variable));
  }
}

/** Removes the defaults that the API server adds to a reference to a field. */
function withoutDefaults(variable: NonNullable<Container['env']>[number]): unknown {
  return JSON.parse(JSON.stringify(variable), (key, value: unknown) =>
    key === 'apiVersion' || key === 'divisor' ? undefined : value,
  );
}

/** Tekton decides the paths of results. */
function isNoResult(argument: string): boolean {
  return !/^-(?:image-url|image-digest|cache-image)=(?:\/|\$\(step\.results\.)/.test(argument);
}

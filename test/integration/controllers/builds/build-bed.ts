import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { someBuild } from '../../../support/documents.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a Build's status that tests read. */
export interface TestStatus {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
  readonly backend?: string;
  readonly podName?: string;
  readonly taskRunName?: string;
  readonly latestImage?: string;
  readonly stepStates?: readonly { readonly running?: object }[];
  readonly stepsCompleted?: readonly string[];
  readonly failure?: {
    readonly reason: string;
    readonly phase?: string;
    readonly exitCode?: number;
    readonly container?: string;
    readonly log?: readonly string[];
    readonly message: string;
    readonly advice?: string;
    readonly actor?: string;
  };
  readonly [field: string]: unknown;
}

/** The Builds of one namespace. */
export interface BuildBed {
  readonly namespace: string;
  readonly create: (name: string, spec?: Fields, metadata?: Fields) => Promise<KubernetesObject>;
  readonly annotate: (name: string, annotations: Fields) => Promise<void>;
  readonly status: (name: string) => Promise<TestStatus>;
  /** Waits until the Build is finished. */
  readonly end: (name: string) => Promise<TestStatus>;
  /** Waits until the Build's status fulfils the condition. */
  readonly reaches: (name: string, what: string, is: (status: TestStatus) => boolean) => Promise<TestStatus>;
  readonly delete: (name: string) => Promise<void>;
  /** Removes the finalizers. */
  readonly release: (name: string) => Promise<void>;
}

export async function buildBed({ client }: Pick<Cluster, 'client'>, namespace: string): Promise<BuildBed> {
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const core = { apiVersion: 'v1', metadata: { name: 'builder', namespace } };
  for (const name of ['docker', 'git']) {
    await client.apply({
      ...core,
      kind: 'Secret',
      metadata: { name, namespace, annotations: { [`kpack.io/${name}`]: 'https://example.com' } },
      type: 'kubernetes.io/basic-auth',
      stringData: { username: 'u', password: 'p' },
    });
  }
  await client.apply({ ...core, kind: 'ServiceAccount', secrets: [{ name: 'docker' }, { name: 'git' }] });
  const path = (name: string): string => `/apis/kpack.io/v1alpha2/namespaces/${namespace}/builds/${name}`;
  const status = async (name: string): Promise<TestStatus> =>
    ((await client.send('GET', path(name))) as { readonly status?: TestStatus }).status ?? {};
  const reaches: BuildBed['reaches'] = async (name, what, is) =>
    until(
      `Build ${name} ${what}`,
      async () => {
        const found = await status(name);
        return is(found) ? found : undefined;
      },
      { seconds: 60 },
    );
  return {
    namespace,
    status,
    reaches,
    create: async (name, spec = {}, metadata = {}) =>
      client.create(
        someBuild({ serviceAccountName: 'builder', ...spec }, { name, namespace, ...metadata })
          .value as KubernetesObject,
      ),
    annotate: async (name, annotations) => {
      await client.send('PATCH', path(name), { metadata: { annotations } }, 'application/merge-patch+json');
    },
    end: async (name) => reaches(name, 'ends', (found) => ['True', 'False'].includes(succeeded(found)?.status ?? '')),
    delete: async (name) => {
      await client.send('DELETE', path(name));
    },
    release: async (name) => {
      await client.send('PATCH', path(name), { metadata: { finalizers: null } }, 'application/merge-patch+json');
    },
  };
}

/** Returns the Succeeded condition. */
export function succeeded({ conditions = [] }: TestStatus): NonNullable<TestStatus['conditions']>[number] | undefined {
  return conditions.find(({ type }) => type === 'Succeeded');
}

import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import { until } from '../../../cluster/processes/until.ts';

/** The Secret with the login, which the ServiceAccount of the Builds lists and names for Tekton Chains. */
export const LOGIN = 'push';

/** Creates the login of a registry, and a ServiceAccount whose Builds let Tekton Chains push with it. */
export async function makeChainsAccount(
  client: ApiClient,
  account: { readonly name: string; readonly namespace: string },
  auths: object,
): Promise<void> {
  const { namespace } = account;
  await client.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: LOGIN, namespace },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': JSON.stringify({ auths }) },
  });
  await client.put({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { ...account, annotations: { 'taskpack.dev/chains-login': LOGIN } },
    secrets: [{ name: LOGIN }],
  });
}

interface TaskRun {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly serviceAccountName: string };
  readonly status?: { readonly completionTime?: string };
}

interface ServiceAccount {
  readonly secrets?: readonly { readonly name: string }[];
}

/** The TaskRun of a Build, and the ServiceAccount that it runs as. */
export interface SignedRun {
  readonly account: () => Promise<string>;
  readonly annotations: () => Promise<Readonly<Record<string, string>>>;
  readonly isDone: () => Promise<boolean>;
  /** Writes annotations as the controller of Tekton Chains does. */
  readonly annotate: (annotations: Readonly<Record<string, string | null>>) => Promise<void>;
  /** Returns the Secrets that the account lists. */
  readonly secrets: () => Promise<readonly string[]>;
  /** Waits until the account lists exactly these Secrets. */
  readonly lists: (...names: readonly string[]) => Promise<void>;
}

export function signedRun(client: ApiClient, namespace: string, build: string): SignedRun {
  const place = `/apis/tekton.dev/v1/namespaces/${namespace}/taskruns/${build}-build`;
  const taskRun = async (): Promise<TaskRun> => (await client.send('GET', place)) as TaskRun;
  const account = async (): Promise<string> => (await taskRun()).spec.serviceAccountName;
  const secrets = async (): Promise<readonly string[]> => {
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${await account()}`;
    return ((await client.send('GET', path)) as ServiceAccount).secrets?.map(({ name }) => name) ?? [];
  };
  return {
    account,
    secrets,
    annotations: async () => (await taskRun()).metadata.annotations ?? {},
    isDone: async () => (await taskRun()).status?.completionTime !== undefined,
    annotate: async (annotations) => {
      await client.send('PATCH', place, { metadata: { annotations } }, 'application/merge-patch+json');
    },
    lists: async (...names) => {
      await until(`the account of ${build} lists ${names.join() || 'no Secret'}`, async () =>
        (await secrets()).join() === names.join() ? true : undefined,
      );
    },
  };
}

const SIGNED = 'chains.tekton.dev/signed';
const RETRIES = 'chains.tekton.dev/retries';

/**
 * Signs a TaskRun as Tekton Chains does, which looks for the login at each try and gives up after five (tektoncd/chains, pkg/chains).
 * Calls `onGivenUp` each time it has given up.
 */
export async function signAsChains(
  { isDone, annotations, annotate, secrets }: SignedRun,
  onGivenUp: () => unknown,
): Promise<void> {
  await until('the TaskRun is signed', async () => {
    const { [SIGNED]: signed, [RETRIES]: retries } = await annotations();
    if (signed === 'failed' || !(await isDone())) return undefined;
    if ((await secrets()).includes(LOGIN)) {
      await annotate({ [SIGNED]: 'true' });
      return true;
    }
    await annotate(retries === '3' ? { [SIGNED]: 'failed' } : { [RETRIES]: `${Number(retries ?? '-1') + 1}` });
    if (retries === '3') onGivenUp();
    return undefined;
  });
}

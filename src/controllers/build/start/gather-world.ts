import type { Secret } from '../../../api/core/secret.ts';
import type { ServiceAccount } from '../../../api/core/service-account.ts';
import type { Build } from '../../../api/kpack/build.ts';
import type { ImageFacts } from '../../../api/taskpack/image-facts.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { FieldPath, FieldProblem } from '../../../model/problem.ts';
import type { KnownBuilder, ProvisionedService, World } from '../../../resolver/world.ts';
import { secretOf, serviceAccountOf } from './account-objects.ts';
import { builderFacts } from './builder-facts.ts';
import { Missing, type GatherPorts } from './missing.ts';
import { provisionedServices } from './provisioned-services.ts';

/** What a Build names, or what of it is not there. */
export type Gathered =
  | { readonly kind: 'world'; readonly world: World }
  | { readonly kind: 'missing'; readonly problem: FieldProblem }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

const ACCOUNT_PATH: FieldPath = ['spec', 'serviceAccountName'];

/** Asks for what resolving needs, and for no more: each question is a request to the API server. */
export async function gatherWorld(
  build: Build,
  namespace: string,
  builder: KnownBuilder | undefined,
  ports: GatherPorts,
  signal: AbortSignal,
): Promise<Gathered> {
  try {
    const account = await serviceAccount(namespace, build.spec.serviceAccountName, ports, signal);
    const [secrets, accounts, services, facts] = await Promise.all([
      secretsOf(namespace, account, ports, signal),
      bindsSecrets(build) ? allAccounts(namespace, ports, signal) : [],
      provisionedServices(build, namespace, ports, signal),
      builderFacts(build, namespace, builder, ports.registry, signal),
    ]);
    if (facts.kind === 'refused') return facts;
    return { kind: 'world', world: worldOf({ account, accounts, secrets, services, facts: facts.facts, builder }) };
  } catch (error) {
    if (error instanceof Missing) return { kind: 'missing', problem: error.problem };
    throw error;
  }
}

interface Found {
  readonly account: ServiceAccount;
  readonly accounts: readonly ServiceAccount[];
  readonly secrets: readonly Secret[];
  readonly services: ReadonlyMap<string, ProvisionedService>;
  readonly facts: ImageFacts | undefined;
  readonly builder: KnownBuilder | undefined;
}

/** Only this Build asks, so that what it asks for is what it was gathered for. */
function worldOf({ account, accounts, secrets, services, facts, builder }: Found): World {
  const byName = new Map(secrets.map((secret) => [secret.metadata.name, secret]));
  return {
    serviceAccount: () => account,
    serviceAccounts: () => accounts,
    secret: (_, name) => byName.get(name),
    builder: () => builder,
    clusterBuilder: () => builder,
    imageFacts: () => facts,
    provisionedService: ({ apiVersion, kind, name }) => services.get(`${apiVersion}/${kind}/${name}`),
  };
}

async function serviceAccount(
  namespace: string,
  name: string,
  { client }: GatherPorts,
  signal: AbortSignal,
): Promise<ServiceAccount> {
  return found(ACCOUNT_PATH, `serviceaccounts "${name}" not found`, async () =>
    serviceAccountOf(await client.get(SERVICE_ACCOUNTS, { namespace, name }, { signal })),
  );
}

async function secretsOf(
  namespace: string,
  { secrets = [] }: ServiceAccount,
  { client }: GatherPorts,
  signal: AbortSignal,
): Promise<readonly Secret[]> {
  const names = [...new Set(secrets.flatMap(({ name = '' }) => (name === '' ? [] : [name])))];
  return Promise.all(
    names.map(async (name) =>
      found(ACCOUNT_PATH, `secrets "${name}" not found`, async () =>
        secretOf(await client.get(SECRETS, { namespace, name }, { signal })),
      ),
    ),
  );
}

/** Whose Secrets no binding may show. */
async function allAccounts(
  namespace: string,
  { client }: GatherPorts,
  signal: AbortSignal,
): Promise<readonly ServiceAccount[]> {
  const accounts: ServiceAccount[] = [];
  for await (const account of client.list(SERVICE_ACCOUNTS, { namespace, signal })) {
    accounts.push(serviceAccountOf(account));
  }
  return accounts;
}

function bindsSecrets({ spec }: Build): boolean {
  return (spec.services ?? []).length > 0 || (spec.cnbBindings ?? []).length > 0;
}

async function found<T>(path: FieldPath, complaint: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) throw new Missing(path, complaint);
    throw error;
  }
}

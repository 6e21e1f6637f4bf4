import { boundedMessages } from '../../../core/model/bounded-messages.ts';
import type { Build } from '../../../core/api/kpack/build.ts';
import type { Secret } from '../../../core/api/kubernetes/secret.ts';
import type { ServiceAccount } from '../../../core/api/kubernetes/service-account.ts';
import type { ImageFacts } from '../../../core/api/taskpack/image-facts.ts';
import type { NamespacedName } from '../../../clients/kube/client/resource.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../../clients/kube/client/resources.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import type { NetworkReading } from '../../../core/model/build-network.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../../core/model/problem.ts';
import type { KnownBuilder, ReferencedObjects } from '../../../core/resolver/referenced-objects.ts';
import type { BuildContext } from '../build-context.ts';
import type { BuildReads } from '../state-between-reconciles/state-between-reconciles.ts';
import { type BoundObjects, readBoundObjects } from './bound-objects.ts';
import { builderFacts } from './builder-facts.ts';
import { secretOf, serviceAccountOf } from './kubernetes-objects.ts';
import { MissingReference } from './provisioned-services.ts';

/** The objects that a Build references, or why the Build cannot have them. */
export type References =
  | { readonly kind: 'found'; readonly objects: ReferencedObjects }
  | Missing
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/** The Build waits for an object that does not exist, or cannot be used. `reason` is that of the condition. */
export interface Missing {
  readonly kind: 'missing';
  readonly reason: 'ReferenceNotFound' | 'NetworkInvalid';
  readonly problem: FieldProblem;
}

const ACCOUNT_PATH: FieldPath = ['spec', 'serviceAccountName'];

/** A Build in a namespace. The cache has its builder. */
export interface ReferringBuild {
  readonly build: Build;
  readonly namespace: string;
  readonly builder: KnownBuilder | undefined;
  /** True if the Build's `env` may name keys of Secrets. */
  readonly envFromSecrets: boolean;
}

/** Reads what the resolver needs and no more, because each object is a request. */
export async function readReferences(
  context: BuildContext,
  { build, namespace, builder, envFromSecrets }: ReferringBuild,
  reads: BuildReads,
): Promise<References> {
  const network = context.networks.ofBuilds(namespace);
  if (network.problems.length > 0) return unusableNetwork(network.problems);
  try {
    const account = await readAccount(context, { namespace, name: build.spec.serviceAccountName }, reads);
    const [secrets, accounts, bound, facts] = await Promise.all([
      readSecretsOf(context, account, namespace, reads),
      bindsSecrets(build) || envFromSecrets ? readAllAccounts(context, namespace) : [],
      readBoundObjects(context, { build, namespace, envFromSecrets }, reads),
      builderFacts(context, build, namespace, builder),
    ]);
    if (facts.kind === 'refused') return facts;
    const objects = referencedObjects({ account, accounts, secrets, bound, facts: facts.facts, builder, network });
    return { kind: 'found', objects };
  } catch (error) {
    if (error instanceof MissingReference)
      return { kind: 'missing', reason: 'ReferenceNotFound', problem: error.problem };
    throw error;
  }
}

/** A user can correct the ConfigMap, so the Build waits. */
function unusableNetwork(problems: readonly string[]): References {
  return { kind: 'missing', reason: 'NetworkInvalid', problem: fieldError([], boundedMessages(problems).join('; ')) };
}

interface Found {
  readonly account: ServiceAccount;
  readonly accounts: readonly ServiceAccount[];
  readonly secrets: readonly Secret[];
  readonly bound: BoundObjects;
  readonly facts: ImageFacts | undefined;
  readonly builder: KnownBuilder | undefined;
  readonly network: NetworkReading;
}

/**
 * Returns the lookups for one Build. Each lookup of an account, builder or image has one possible result, because a
 * Build references one of each.
 */
function referencedObjects({ account, accounts, secrets, bound, facts, builder, network }: Found): ReferencedObjects {
  const byName = new Map([...bound.secrets, ...secrets].map((secret) => [secret.metadata.name, secret]));
  return {
    serviceAccount: () => account,
    serviceAccounts: () => accounts,
    secret: (_, name) => byName.get(name),
    lacksSecret: (_, name) => bound.absent.has(name),
    builder: () => builder,
    clusterBuilder: () => builder,
    imageFacts: () => facts,
    locationOfFacts: () => undefined,
    provisionedService: ({ apiVersion, kind, name }) => bound.services.get(`${apiVersion}/${kind}/${name}`),
    network: () => network,
    similarObject: () => undefined,
  };
}

async function readAccount(
  { client, signal }: BuildContext,
  key: NamespacedName,
  reads: BuildReads,
): Promise<ServiceAccount> {
  return existing(ACCOUNT_PATH, `serviceaccounts "${key.name}" not found`, async () =>
    reads.account(key, async () => serviceAccountOf(await client.get(SERVICE_ACCOUNTS, key, { signal }))),
  );
}

/** The most Secrets of a ServiceAccount, and how many of them are read at the same time. */
const MAX_SECRETS = 500;
const SECRETS_AT_ONCE = 10;

async function readSecretsOf(
  { client, signal }: BuildContext,
  { secrets = [] }: ServiceAccount,
  namespace: string,
  reads: BuildReads,
): Promise<readonly Secret[]> {
  const names = [...new Set(secrets.flatMap(({ name = '' }) => (name === '' ? [] : [name])))];
  if (names.length > MAX_SECRETS) {
    const message = `the ServiceAccount lists ${names.length} Secrets, and taskpack reads at most ${MAX_SECRETS}: list only those that Builds need`;
    throw new MissingReference(ACCOUNT_PATH, message);
  }
  const read = async (name: string): Promise<Secret> => {
    const key = { namespace, name };
    return existing(ACCOUNT_PATH, `secrets "${name}" not found`, async () =>
      reads.secret(key, async () => secretOf(await client.get(SECRETS, key, { signal }))),
    );
  };
  const found: Secret[] = [];
  for (let at = 0; at < names.length; at += SECRETS_AT_ONCE) {
    found.push(...(await Promise.all(names.slice(at, at + SECRETS_AT_ONCE).map(read))));
  }
  return found;
}

/** Buildpacks may not read a Secret that any account of the namespace lists. */
async function readAllAccounts(
  { client, signal }: BuildContext,
  namespace: string,
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

async function existing<T>(path: FieldPath, notFoundMessage: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) throw new MissingReference(path, notFoundMessage);
    throw error;
  }
}

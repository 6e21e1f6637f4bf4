import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../kube/client/resources.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { secretValues } from '../../mask/secret-values.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { BuildPlace } from './build-place.ts';

type Reader = Pick<KubeClient, 'get'>;

/**
 * What must not be shown of the Secrets that a Build's phases may see: those that its ServiceAccount lists, and those that
 * it binds. Secrets that the reader may not read stay unknown.
 */
export async function buildSecrets(
  client: Reader,
  { namespace }: Pick<BuildPlace, 'namespace'>,
  build: KubeObject,
): Promise<readonly string[]> {
  const spec = objectAt(build, 'spec');
  const account = textAt(spec, 'serviceAccountName') ?? textAt(spec, 'serviceAccount') ?? 'default';
  const names = new Set([...(await listedBy(client, { namespace, name: account })), ...boundBy(build)]);
  const values = await Promise.all([...names].map(async (name) => valuesOf(client, { namespace, name })));
  return values.flat();
}

async function listedBy(client: Reader, place: BuildPlace): Promise<readonly string[]> {
  const account = await readable(client.get(SERVICE_ACCOUNTS, place));
  return account === undefined ? [] : namesOf(account, 'secrets');
}

function boundBy(build: KubeObject): readonly string[] {
  const spec = objectAt(build, 'spec');
  const bindings = objectsAt(spec, 'cnbBindings').map((binding) => textAt(objectAt(binding, 'secretRef'), 'name'));
  const services = objectsAt(spec, 'services').filter(({ kind }) => kind === 'Secret');
  return [...bindings, ...services.map((service) => textAt(service, 'name'))].filter((name) => name !== undefined);
}

function namesOf(object: KubeObject, list: string): readonly string[] {
  return objectsAt(object, list).flatMap((reference) => textAt(reference, 'name') ?? []);
}

async function valuesOf(client: Reader, place: BuildPlace): Promise<readonly string[]> {
  const secret = await readable(client.get(SECRETS, place));
  return secret === undefined ? [] : secretValues(secret);
}

async function readable(object: Promise<KubeObject>): Promise<KubeObject | undefined> {
  return object.catch((error: unknown) => {
    if (isKubeError(error)) return undefined;
    throw error;
  });
}

import type { PushAnswer, PushProbe } from '../../insight/doctor/cluster-facts.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { parseImageReference, repositoryName, type ImageReference } from '../../core/model/image-reference.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { asImage } from '../../core/model/objects/image.ts';
import type { Secret } from '../../core/model/objects/secret.ts';
import { accountKeychain } from '../../controller/registry-access/account-keychain.ts';
import { readAccountSecrets } from '../../controller/registry-access/account.ts';
import type { Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { serverFault } from '../../core/resolver/unused-secrets.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { readFact } from './read-fact.ts';

/** The repositories of more Images than this are not checked, so that the command ends soon. */
const MAX_CHECKS = 50;

type MakeClient = (keychain: Keychain) => Pick<RegistryClient, 'checkPush'>;

/** Checks the push access of each account to each repository once: starts an upload, and cancels it. */
export async function readPushes(
  client: Pick<KubeClient, 'get'>,
  images: readonly JsonObject[],
  makeClient: MakeClient,
): Promise<readonly PushProbe[]> {
  const targets = new Map<string, Target>();
  for (const image of images) {
    const target = targetOf(image);
    if (target === undefined) continue;
    const key = JSON.stringify([target.serviceAccount, repositoryName(target.reference)]);
    if (!targets.has(key)) targets.set(key, target);
  }
  return Promise.all(
    [...targets.values()].slice(0, MAX_CHECKS).map(async (target) => probe(client, target, makeClient)),
  );
}

interface Target {
  readonly image: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly reference: ImageReference;
}

function targetOf(image: JsonObject): Target | undefined {
  const { metadata, spec } = asImage(image);
  const { name = '', namespace = '' } = metadata;
  const { serviceAccountName: serviceAccount = 'default' } = spec;
  const reference = parseImageReference(spec.tag ?? '');
  return reference === undefined ? undefined : { image: name, namespace, serviceAccount, reference };
}

async function probe(
  client: Pick<KubeClient, 'get'>,
  { image, namespace, serviceAccount, reference }: Target,
  makeClient: MakeClient,
): Promise<PushProbe> {
  const unusedSecrets: string[] = [];
  // The Secrets can be unusable, which is an answer, or unreadable for this user.
  const result = await readFact(
    async (): Promise<PushAnswer> =>
      answerOf(async () => {
        const secrets = await readAccountSecrets(client, { namespace, serviceAccount });
        unusedSecrets.push(...secrets.own.flatMap(unusedReason));
        await makeClient(accountKeychain(secrets)).checkPush(reference);
      }),
    `kubectl auth can-i get secrets -n ${namespace}`,
  );
  return { image, repository: repositoryName(reference), serviceAccount, result, unusedSecrets };
}

function unusedReason({ metadata: { name = '', annotations }, type }: Secret): readonly string[] {
  const fault = serverFault(type, annotations.all());
  return fault === undefined ? [] : [`${name}: ${fault.message}`];
}

async function answerOf(check: () => Promise<void>): Promise<PushAnswer> {
  try {
    await check();
    return { kind: 'allowed' };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { kind: 'failed', code: error.code, message: error.message };
  }
}

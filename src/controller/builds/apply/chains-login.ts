import { ownAccountName } from '../../../../translators/phases/workload-account.ts';
import { controllerOf, type KubeObject, kubernetesTime } from '../../../clients/kube/client/kube-object.ts';
import { SERVICE_ACCOUNTS } from '../../../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../../../clients/kube/kube-error.ts';
import { CHAINS_LOGIN_ANNOTATION } from '../../../core/model/chains-login.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asServiceAccount } from '../../../core/model/objects/service-account.ts';
import type { BuildContext } from '../build-context.ts';
import type { InactiveBuild } from '../cache/build-record.ts';
import type { TaskRunRecord } from '../cache/workload-records.ts';
import { identityOf } from '../../kit/identity.ts';
import {
  ASKED_AGAIN_ANNOTATION,
  type ChainsState,
  LOGIN_GIVEN_ANNOTATION,
  RETRIES_ANNOTATION,
  SIGNED_ANNOTATION,
} from '../status/chains-state.ts';
import { patchWorkload } from './workloads.ts';
import type { ActionResult } from './result.ts';

/** A Build that has succeeded, and its TaskRun, whose image Tekton Chains signs. */
export interface SigningBuild {
  readonly build: InactiveBuild;
  readonly taskRun: TaskRunRecord;
  readonly chains: ChainsState;
}

/** No annotation is left that any process would act on. */
const SETTLED = {
  [CHAINS_LOGIN_ANNOTATION]: null,
  [LOGIN_GIVEN_ANNOTATION]: null,
  [ASKED_AGAIN_ANNOTATION]: null,
} as const;

/**
 * Adds the Secret to the account, and then records that. A process that is killed between the two writes leaves the first for the next
 * process, which repeats both.
 */
export async function giveLogin(context: BuildContext, signing: SigningBuild): Promise<ActionResult> {
  const { secret, signing: state } = signing.chains;
  const account = await changeSecrets(context, signing, (secrets) =>
    secrets.some(({ name }) => name === secret) ? secrets : [...secrets, { name: secret }],
  );
  // The TaskRun runs as an account of the user, or the account is gone.
  if (account === 'absent') return annotate(context, signing, SETTLED);
  // Names the Secret again, because another process may just have taken the login back.
  const given = { [CHAINS_LOGIN_ANNOTATION]: secret, [LOGIN_GIVEN_ANNOTATION]: kubernetesTime(context.clock.now()) };
  const result =
    state === 'failed' ? await beginAgain(context, signing, given) : await annotate(context, signing, given);
  // The TaskRun has been deleted or changed meanwhile.
  if (result.kind !== 'observe-again') await removeSecret(context, signing);
  return result;
}

/** Lets Tekton Chains try again. */
export async function askAgain(context: BuildContext, signing: SigningBuild): Promise<ActionResult> {
  return beginAgain(context, signing, { [ASKED_AGAIN_ANNOTATION]: kubernetesTime(context.clock.now()) });
}

/**
 * Removes the end of Tekton Chains' work, so that its controller begins again (tektoncd/chains, pkg/chains/annotations), unless the
 * TaskRun has changed: Tekton Chains may have signed meanwhile.
 */
async function beginAgain(
  context: BuildContext,
  signing: SigningBuild,
  annotations: JsonObject,
): Promise<ActionResult> {
  const { resourceVersion } = signing.taskRun;
  const again = { [SIGNED_ANNOTATION]: null, [RETRIES_ANNOTATION]: null };
  return annotate(context, signing, { ...annotations, ...again }, { resourceVersion });
}

/** Removes the Secret from the account, and then records that nothing is left to do. */
export async function takeLogin(context: BuildContext, signing: SigningBuild): Promise<ActionResult> {
  await removeSecret(context, signing);
  return annotate(context, signing, SETTLED);
}

async function removeSecret(context: BuildContext, signing: SigningBuild): Promise<unknown> {
  const { secret } = signing.chains;
  return changeSecrets(context, signing, (secrets) => secrets.filter(({ name }) => name !== secret));
}

/** Changes the Secrets that the Build's own account lists, unless they are as wanted. */
async function changeSecrets(
  { client, signal }: BuildContext,
  { build }: SigningBuild,
  change: (secrets: readonly JsonObject[]) => readonly JsonObject[],
): Promise<'changed' | 'absent'> {
  const key = { namespace: build.namespace, name: ownAccountName(build.name, build.uid) };
  const account = await client.get(SERVICE_ACCOUNTS, key, { signal }).catch(ignoreKubeErrors('NOT_FOUND'));
  if (account === undefined || controllerOf(account)?.uid !== build.uid) return 'absent';
  const before = secretsOf(account);
  const secrets = change(before);
  if (secrets.length === before.length) return 'changed';
  const { uid, resourceVersion } = identityOf(account);
  await client.patch(SERVICE_ACCOUNTS, key, { metadata: { uid, resourceVersion }, secrets }, { signal });
  return 'changed';
}

function secretsOf(account: KubeObject): readonly JsonObject[] {
  return asServiceAccount(account).secrets.map(({ raw }) => raw);
}

async function annotate(
  context: BuildContext,
  { build, taskRun }: SigningBuild,
  annotations: JsonObject,
  precondition: { readonly resourceVersion?: string } = {},
): Promise<ActionResult> {
  return patchWorkload(context, build, 'tekton', taskRun, { metadata: { ...precondition, annotations } });
}

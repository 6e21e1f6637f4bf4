import type { ApiObject } from '../api/read-objects.ts';
import type { Problem } from '../model/problem.ts';
import { unusedSecret } from '../resolver/unused-secrets.ts';
import type { InputIndex } from './input-index.ts';
import { located } from './located.ts';

/** Warns of the Secrets that the ServiceAccounts of Builds and Images list and that no Build can use, once each. */
export function unusedSecrets(inputIndex: InputIndex): readonly Problem[] {
  const listed = new Map<ApiObject, string>();
  const accounts = new Set<ApiObject>();
  for (const build of inputIndex.all()) {
    if (build.kind !== 'Build' && build.kind !== 'Image') continue;
    const { namespace } = build.value.metadata;
    const account = inputIndex.get('ServiceAccount', namespace, build.value.spec.serviceAccountName);
    if (account?.kind !== 'ServiceAccount' || accounts.has(account)) continue;
    accounts.add(account);
    for (const { name = '' } of account.value.secrets ?? []) {
      const secret = inputIndex.get('Secret', namespace, name);
      if (secret !== undefined && !listed.has(secret)) listed.set(secret, account.value.metadata.name);
    }
  }
  return [...listed].flatMap(([secret, account]) =>
    secret.kind === 'Secret' ? unusedSecret(secret.value, account).map((problem) => located(problem, secret)) : [],
  );
}

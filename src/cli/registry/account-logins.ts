import type { ApiObject } from '../../core/api/read-objects.ts';
import type { Secret as InputSecret } from '../../core/api/kubernetes/secret.ts';
import type { ServiceAccount } from '../../core/api/kubernetes/service-account.ts';
import { asSecret, type Secret } from '../../core/model/objects/secret.ts';
import type { AccountSecrets } from '../../controller/registry-access/account.ts';
import { accountKeychain } from '../../controller/registry-access/account-keychain.ts';
import type { Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import { inNamespace } from '../../core/translate/default-namespace.ts';

/** The registry logins of a ServiceAccount in the input files. */
export interface AccountLogins {
  /** `NAME` or `NAMESPACE/NAME`. */
  readonly account: string;
  /** Rejects with `CREDENTIALS` if a Secret of the account is not a valid docker config. */
  readonly keychain: Keychain;
}

/**
 * Returns the logins of the ServiceAccounts that list Secrets of the input, in the order of the documents. kpack's controller
 * uses those of the Build's ServiceAccount, and Tekton those of the run's.
 */
export function accountLogins(objects: readonly ApiObject[], namespace: string | undefined): readonly AccountLogins[] {
  const all = objects.map((object) => inNamespace(object, namespace));
  const secrets = new Map(
    all.flatMap((object) => (object.kind === 'Secret' ? [[keyOf(object.value), asStored(object.value)] as const] : [])),
  );
  return all.flatMap((object) => {
    if (object.kind !== 'ServiceAccount') return [];
    const listed = secretsOf(object.value, secrets);
    if (listed.own.length + listed.pull.length === 0) return [];
    return [{ account: keyOf(object.value).replace(/^\//, ''), keychain: keychainOf(listed) }];
  });
}

function secretsOf(account: ServiceAccount, secrets: ReadonlyMap<string, Secret>): AccountSecrets {
  const { namespace = '' } = account.metadata;
  const named = (references: readonly { readonly name?: string | undefined }[] = []): readonly Secret[] =>
    references.flatMap(({ name = '' }) => secrets.get(`${namespace}/${name}`) ?? []);
  return { own: named(account.secrets), pull: named(account.imagePullSecrets) };
}

/** Reads the Secrets at the first lookup, because most accounts of large inputs are never needed. An invalid Secret fails the lookup. */
function keychainOf(secrets: AccountSecrets): Keychain {
  let keychain: Keychain | undefined;
  return async (place) => {
    keychain ??= accountKeychain(secrets);
    return keychain(place);
  };
}

/** Returns the Secret as the API server stores it: in `data` alone, with the values of `stringData`, which win. */
function asStored({ metadata, type = '', data = {}, stringData = {} }: InputSecret): Secret {
  const written = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')] as const);
  const { name, namespace = 'default', annotations = {} } = metadata;
  return asSecret({
    metadata: { name, namespace, annotations },
    type,
    data: { ...data, ...Object.fromEntries(written) },
  });
}

function keyOf({ metadata: { namespace = '', name } }: InputSecret | ServiceAccount): string {
  return `${namespace}/${name}`;
}

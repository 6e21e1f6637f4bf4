import { CHAINS_LOGIN_ANNOTATION } from '../../../core/model/chains-login.ts';
import { fieldError, type FieldProblem } from '../../../core/model/problem.ts';
import type { ReferencedObjects } from '../../../core/resolver/referenced-objects.ts';

/** The login with which Tekton Chains pushes the signatures of a Build's image. */
type ChainsLogin =
  | { readonly kind: 'none' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/** The types of the Secrets that Tekton Chains reads (google/go-containerregistry, pkg/authn/kubernetes). */
const TYPES: readonly string[] = ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'];

/**
 * Reads the annotation of the Build's ServiceAccount. The account must list the Secret too: then phases push with the same login, and
 * no Build can bind the Secret.
 */
export function chainsLoginOf(
  account: string,
  objects: Pick<ReferencedObjects, 'serviceAccount' | 'secret'>,
): ChainsLogin {
  const { metadata: { annotations = {} } = {}, secrets = [] } = objects.serviceAccount(undefined, account) ?? {};
  const name = annotations[CHAINS_LOGIN_ANNOTATION];
  if (name === undefined) return { kind: 'none' };
  const named = `the annotation ${CHAINS_LOGIN_ANNOTATION} of ServiceAccount "${account}" names secret "${name}"`;
  if (!secrets.some((secret) => secret.name === name)) {
    return refused(`${named}, which the secrets of the account do not list: add the secret to them`);
  }
  const { type = 'Opaque' } = objects.secret(undefined, name) ?? {};
  if (TYPES.includes(type)) return { kind: 'secret', secret: name };
  return refused(`${named} of type ${type}, which Tekton Chains does not read: use one of type ${TYPES[0]}`);
}

function refused(message: string): ChainsLogin {
  return { kind: 'refused', problem: fieldError(['spec', 'serviceAccountName'], message) };
}

import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { closestMatch } from '../../model/closest-match.ts';
import { fieldError, type FieldProblem } from '../../model/problem.ts';
import type { Reference, ShownKind } from '../objects/object-arguments.ts';
import { missingNamespace } from '../objects/missing-namespace.ts';
import { accessError, listNames, nameIn, refusal, resourceText, SHOWN_RESOURCES } from '../objects/shown-resources.ts';
import { CommandFailure } from '../problems.ts';

const KINDS: readonly ShownKind[] = ['Image', 'Build', 'Builder', 'ClusterBuilder'];

type Client = Pick<KubeClient, 'get' | 'list'>;

/**
 * Returns the object that a reference names. A name without a kind is looked up in all kinds that the user may read. Rejects with
 * `CommandFailure` if there is no object, or more than one.
 */
export async function findObject(client: Client, reference: Reference, namespace: string): Promise<KubeObject> {
  const { kind, name } = reference;
  const kinds = kind === undefined ? KINDS : [kind];
  const answers = await Promise.all(kinds.map(async (each) => lookUp(client, each, name, namespace)));
  const found = answers.flatMap((answer) => (answer.kind === 'found' ? [answer.object] : []));
  const refused = answers.flatMap((answer) => (answer.kind === 'refused' ? [answer.problem] : []));
  const [object, other] = found;
  if (object === undefined) throw new CommandFailure([await notFound(client, kinds, name, namespace), ...refused], 1);
  if (other !== undefined) throw new CommandFailure([ambiguous(found, name)], 1);
  return object;
}

type Answer =
  | { readonly kind: 'found'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

async function lookUp(client: Client, kind: ShownKind, name: string, namespace: string): Promise<Answer> {
  const resource = SHOWN_RESOURCES[kind];
  const access = { verb: 'get', resource, ...(resource.isNamespaced && { namespace }) } as const;
  try {
    return { kind: 'found', object: await client.get(resource, nameIn(resource, name, namespace)) };
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return { kind: 'absent' };
    const problem = refusal(error, access);
    if (problem === undefined) throw accessError(error, access);
    return { kind: 'refused', problem };
  }
}

async function notFound(
  client: Client,
  kinds: readonly ShownKind[],
  name: string,
  namespace: string,
): Promise<FieldProblem> {
  const resources = kinds.map((kind) => SHOWN_RESOURCES[kind]);
  const isNamespaced = resources.some((resource) => resource.isNamespaced);
  const missing = isNamespaced ? await missingNamespace(client, namespace) : undefined;
  if (missing !== undefined) return fieldError([], missing);
  const names = await Promise.all(resources.map(async (resource) => listNames(client, resource, namespace)));
  const similar = closestMatch(name, names.flat());
  const hint = similar && `did you mean ${similar}?`;
  const where = isNamespaced ? ` in namespace ${namespace}` : '';
  const [only, second] = resources;
  const types = only !== undefined && second === undefined ? resourceText(only) : 'Image, Build or builder';
  const message = second === undefined ? `${types} "${name}" not found${where}` : `no ${types} "${name}" found${where}`;
  return fieldError([], message, hint);
}

function ambiguous(found: readonly KubeObject[], name: string): FieldProblem {
  const choices = found.map(({ kind }) => `${kind.toLowerCase()}/${name}`);
  return fieldError([], `"${name}" is the name of several objects: use ${choices.join(' or ')}`);
}

import { KPACK_RESOURCES } from '../../kube/client/resources.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { alternatives } from '../../model/alternatives.ts';
import { fieldError, type FieldProblem } from '../../model/problem.ts';
import { SHOWN_KINDS, type ShownKind } from '../objects/kind-names.ts';
import { notFound } from '../objects/not-found.ts';
import type { Reference } from '../objects/object-arguments.ts';
import { accessError, nameIn, refusal } from '../objects/access-error.ts';
import { CommandFailure } from '../problems.ts';

type Client = Pick<KubeClient, 'get' | 'list'>;

/**
 * Returns the object that a reference names. A name without a kind is looked up in all kinds that the user may read. Rejects with
 * `CommandFailure` if there is no object, or more than one.
 */
export async function findObject(client: Client, reference: Reference, namespace: string): Promise<KubeObject> {
  const { kind, name } = reference;
  const kinds = kind === undefined ? SHOWN_KINDS : [kind];
  const answers = await Promise.all(kinds.map(async (each) => lookUp(client, each, name, namespace)));
  const found = answers.flatMap((answer) => (answer.kind === 'found' ? [answer.object] : []));
  const refused = answers.flatMap((answer) => (answer.kind === 'refused' ? [answer.problem] : []));
  const [object, other] = found;
  if (object === undefined) {
    const resources = kinds.map((each) => KPACK_RESOURCES[each]);
    throw new CommandFailure([await notFound(client, resources, { namespace, name }), ...refused], 1);
  }
  if (other !== undefined) throw new CommandFailure([ambiguous(found, name)], 1);
  return object;
}

type Answer =
  | { readonly kind: 'found'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

async function lookUp(client: Client, kind: ShownKind, name: string, namespace: string): Promise<Answer> {
  const resource = KPACK_RESOURCES[kind];
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

function ambiguous(found: readonly KubeObject[], name: string): FieldProblem {
  const choices = found.map(({ kind }) => `${kind.toLowerCase()}/${name}`);
  return fieldError([], `"${name}" is the name of several objects: use ${alternatives(choices)}`);
}

import { withCluster } from '../cluster.ts';
import { viewTexts } from '../list/list-output.ts';
import { readObject, type Reference } from '../objects/object-arguments.ts';
import type { ShownView } from '../objects/object-columns.ts';
import { paintFor, type Paint } from '../objects/paint.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure, failure, reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { describeBuild } from './describe-build.ts';
import { describeBuilder } from './describe-builder.ts';
import { describeImage } from './describe-image.ts';
import { readStatus } from './read-status.ts';
import { KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { alternatives } from '../../core/model/alternatives.ts';
import type { FieldProblem } from '../../core/model/problem.ts';
import { SHOWN_KINDS, type ShownKind } from '../objects/kind-names.ts';
import { notFound } from '../objects/not-found.ts';
import { accessError, nameIn, refusal } from '../objects/access-error.ts';

/** The parsed options of `taskpack status`. */
export interface StatusFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly output: 'text' | 'json' | 'yaml';
}

/** Runs `taskpack status`. */
export async function runStatus(
  object: string,
  name: string | undefined,
  flags: StatusFlags,
  terminal: Terminal,
): Promise<void> {
  const reference = readObject(object, name);
  await withCluster(flags, terminal, async ({ client, namespace }) => {
    const found = await findObject(client, reference, flags.namespace ?? namespace);
    const nowMs = Date.now();
    const { view, problems } = await readStatus(client, found, nowMs);
    await writeTexts(terminal.output, textsOf(view, flags.output, nowMs, paintFor(terminal.output)));
    reportProblems(problems, terminal.errors);
  });
}

function textsOf(view: ShownView, output: StatusFlags['output'], nowMs: number, paint: Paint): Iterable<string> {
  if (output !== 'text') return viewTexts([view], output, 'each');
  switch (view.kind) {
    case 'ImageView':
      return [describeImage(view, nowMs, paint)];
    case 'BuildView':
      return [describeBuild(view, nowMs, paint)];
    case 'BuilderView':
      return [describeBuilder(view, nowMs, paint)];
  }
}

type Client = Pick<KubeClient, 'get' | 'list'>;

/**
 * Returns the object that a reference names. A name without a kind is looked up in all kinds that the user may read. Rejects with
 * `CommandFailure` if there is no object, or more than one.
 */
async function findObject(client: Client, reference: Reference, namespace: string): Promise<KubeObject> {
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
  if (other !== undefined) {
    const choices = found.map((each) => `${each.kind.toLowerCase()}/${name}`);
    throw failure(`"${name}" is the name of several objects: use ${alternatives(choices)}`);
  }
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

import { CONTROLLER_NAMESPACE } from '../core/model/installation-names.ts';
import type { NamespaceContent } from './namespace-contents.ts';
import type { CountedName, ObjectCount } from './object-counts.ts';
import type { RemovalScope } from './removal.ts';
import { counted } from '../core/model/counted.ts';

type Place = 'everywhere' | 'inNamespace' | 'elsewhere';

/** The objects that a removal concerns. */
export interface RemovalInventory {
  readonly counts: readonly ObjectCount[];
  /** The objects outside kpack.io in the controller's namespace. Empty if the namespace is kept. */
  readonly contents: readonly NamespaceContent[];
}

/** Returns one line for each kind of object that a removal leaves or deletes, with what happens to the objects. */
export function removalLines({ counts, contents }: RemovalInventory, scope: RemovalScope): readonly string[] {
  const isEmpty = counts.every((count) => countIn(count, 'everywhere') === 0);
  return [
    ...(isEmpty ? ['no objects of kpack.io'] : kpackLines(counts, scope)),
    ...deletedContents(contents).map((text) => `${text}${WITH_NAMESPACE}`),
  ];
}

const WITH_NAMESPACE = ` in the namespace ${CONTROLLER_NAMESPACE}: deleted with the namespace`;

function kpackLines(counts: readonly ObjectCount[], scope: RemovalScope): readonly string[] {
  if (scope.definitions === 'delete')
    return finished(counts, 'everywhere').map(
      ({ name, text }) => `${text}: deleted with the ${name === 'cache claim' ? 'Images' : 'definitions'}`,
    );
  return [
    ...finished(counts, scope.namespace === 'keep' ? 'everywhere' : 'elsewhere').map(
      ({ name, text }) => `${text}: kept${name === 'Image' ? ', and not built any more' : ''}`,
    ),
    ...deletedWithNamespace(counts, scope).map((text) => `${text}${WITH_NAMESPACE}`),
  ];
}

/** Returns the reasons not to remove the controller yet: Builds that have not finished, and objects of users in its namespace. */
export function removalMessages({ counts, contents }: RemovalInventory, scope: RemovalScope): readonly string[] {
  const lost = [...deletedWithNamespace(counts, scope), ...deletedContents(contents)];
  const keep = `keep the namespace: taskpack uninstall --keep-namespace${scope.definitions === 'delete' ? ' --with-definitions' : ''}`;
  return [
    ...unfinishedBuilds(counts, scope),
    ...(lost.length === 0
      ? []
      : [
          `the cluster would delete ${lost.join(', ')} with the namespace ${CONTROLLER_NAMESPACE}. Move them to another namespace, or ${keep}`,
        ]),
    ...contents
      .filter(({ kind }) => kind === 'forbidden')
      .map(
        ({ name }) =>
          `the cluster would delete each ${name} with the namespace ${CONTROLLER_NAMESPACE}, and you may not list them there. Use an account that may, or ${keep}`,
      ),
  ];
}

function deletedContents(contents: readonly NamespaceContent[]): readonly string[] {
  return contents.flatMap((content) =>
    content.kind === 'counted' && content.count > 0 ? [counted(content.count, content.name)] : [],
  );
}

function unfinishedBuilds(counts: readonly ObjectCount[], { definitions }: RemovalScope): readonly string[] {
  return counts.filter(isUnfinished).flatMap((unfinished) => {
    const count = countIn(unfinished, 'everywhere');
    if (count === 0) return [];
    const names = count === 1 ? '1 Build has' : `${count} Builds have`;
    const effect =
      definitions === 'keep'
        ? 'no controller would record their results'
        : 'the cluster would delete them and their Pods with the definitions';
    return [
      `${names} not finished, and ${effect}. Wait for them or cancel them while the controller runs, or delete them: taskpack list builds -A`,
    ];
  });
}

/** With the definitions, the objects of all namespaces are deleted. */
function deletedWithNamespace(counts: readonly ObjectCount[], scope: RemovalScope): readonly string[] {
  return scope.definitions === 'keep' && scope.namespace === 'delete'
    ? finished(counts, 'inNamespace').map(({ text }) => text)
    : [];
}

interface CountLine {
  readonly name: CountedName;
  /** The number and the name. */
  readonly text: string;
}

/** Returns the kinds that exist in a place. Unfinished Builds have a message of their own. */
function finished(counts: readonly ObjectCount[], place: Place): readonly CountLine[] {
  return counts
    .filter((one) => !isUnfinished(one) && countIn(one, place) > 0)
    .map((one) => ({ name: one.name, text: counted(countIn(one, place), one.name) }));
}

function countIn({ inNamespace, elsewhere }: ObjectCount, place: Place): number {
  return { everywhere: inNamespace + elsewhere, inNamespace, elsewhere }[place];
}

function isUnfinished({ name }: ObjectCount): boolean {
  return name === 'unfinished Build';
}

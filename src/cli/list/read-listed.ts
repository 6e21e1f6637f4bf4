import { BUILDS, KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { fieldWarning, type FieldProblem } from '../../core/model/problem.ts';
import type { ShownKind } from '../objects/kind-names.ts';
import type { Selection } from '../objects/object-arguments.ts';
import { notFound } from '../objects/not-found.ts';
import { accessError, nameIn, refusal } from '../objects/access-error.ts';

/** The namespace and labels of the objects to list. */
export interface ListScope {
  /** The namespace of names. */
  readonly namespace: string;
  readonly isEverywhere: boolean;
  readonly labelSelector?: string;
}

/** The objects of a selection. */
export interface Listed {
  readonly objects: readonly KubeObject[];
  /** The kinds that may be listed; with names, the kinds of the objects. */
  readonly kinds: readonly ShownKind[];
  /** The Builds of the Images among the objects, as far as they may be listed. */
  readonly builds: readonly KubeObject[];
  /** False if the Builds of Images may not be listed. */
  readonly hasBuilds: boolean;
  readonly problems: readonly FieldProblem[];
}

type Client = Pick<KubeClient, 'get' | 'list'>;

/** Reads the objects of a selection, and the Builds of its Images. Rejects with `CommandFailure` or `KubeError`. */
export async function readListed(client: Client, selection: Selection, scope: ListScope): Promise<Listed> {
  const { objects, kinds, problems } =
    selection.names.length === 0
      ? await listKinds(client, selection, scope)
      : together(await Promise.all(selection.names.map(async (name) => getOne(client, selection.kinds, name, scope))));
  const builds = objects.some(({ kind }) => kind === 'Image') ? await listBuilds(client, scope) : NO_OBJECTS;
  const hasBuilds = builds.problems.length === 0;
  return { objects, kinds, builds: builds.objects, hasBuilds, problems: [...problems, ...builds.problems] };
}

type Objects = Pick<Listed, 'objects' | 'kinds' | 'problems'>;

const NO_OBJECTS: Objects = { objects: [], kinds: [], problems: [] };

async function listKinds(client: Client, { kinds }: Selection, scope: ListScope): Promise<Objects> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const resource = KPACK_RESOURCES[kind];
      const access = { verb: 'list', resource, ...namespaceIn(resource, scope) } as const;
      try {
        return { objects: await listed(client, resource, scope), kinds: [kind], problems: [] };
      } catch (error) {
        // Users of one namespace often may not list ClusterBuilders, and they still want to see their Builders.
        const forbidden = kinds.length > 1 && kind === 'ClusterBuilder' ? refusal(error, access) : undefined;
        if (forbidden === undefined) throw accessError(error, access);
        return { ...NO_OBJECTS, problems: [asWarning(forbidden)] };
      }
    }),
  );
  return together(lists);
}

/** Lists the Builds that belong to Images. Without the permission, Images are shown without their Builds. */
async function listBuilds(client: Client, scope: ListScope): Promise<Objects> {
  const resource = BUILDS;
  const access = { verb: 'list', resource, ...namespaceIn(resource, scope) } as const;
  try {
    const objects = await listed(client, resource, { ...scope, labelSelector: IMAGE_LABEL });
    return { objects, kinds: ['Build'], problems: [] };
  } catch (error) {
    const forbidden = refusal(error, access);
    if (forbidden === undefined) throw accessError(error, access);
    return { ...NO_OBJECTS, problems: [asWarning(forbidden)] };
  }
}

/** Gets the objects of one name. It is an error if no kind has the name. */
async function getOne(client: Client, kinds: readonly ShownKind[], name: string, scope: ListScope): Promise<Objects> {
  const found: { readonly kind: ShownKind; readonly object: KubeObject }[] = [];
  for (const kind of kinds) {
    const resource = KPACK_RESOURCES[kind];
    try {
      found.push({ kind, object: await client.get(resource, nameIn(resource, name, scope.namespace)) });
    } catch (error) {
      const access = { verb: 'get', resource, namespace: scope.namespace } as const;
      if (isKubeError(error, 'NOT_FOUND')) continue;
      if (isKubeError(error, 'FORBIDDEN') && kinds.length > 1 && kind === 'ClusterBuilder') continue;
      throw accessError(error, access);
    }
  }
  if (found.length === 0) {
    const resources = kinds.map((kind) => KPACK_RESOURCES[kind]);
    return { ...NO_OBJECTS, problems: [await notFound(client, resources, { namespace: scope.namespace, name })] };
  }
  return { objects: found.map(({ object }) => object), kinds: found.map(({ kind }) => kind), problems: [] };
}

async function listed(client: Client, resource: Resource, scope: ListScope): Promise<readonly KubeObject[]> {
  const { labelSelector } = scope;
  const selection = { ...namespaceIn(resource, scope), ...(labelSelector !== undefined && { labelSelector }) };
  const objects: KubeObject[] = [];
  for await (const object of client.list(resource, selection)) objects.push(object);
  return objects;
}

/** Returns the namespace of a list; `undefined` for all namespaces, and for cluster-scoped resources. */
export function namespaceIn(
  { isNamespaced }: Resource,
  { namespace, isEverywhere }: ListScope,
): { readonly namespace?: string } {
  return isNamespaced && !isEverywhere ? { namespace } : {};
}

function asWarning({ message, details }: FieldProblem): FieldProblem {
  return fieldWarning([], `${message}${details === undefined ? '' : ` (${details})`}`);
}

function together(lists: readonly Objects[]): Objects {
  return {
    objects: lists.flatMap(({ objects }) => objects),
    kinds: [...new Set(lists.flatMap(({ kinds }) => kinds))],
    problems: lists.flatMap(({ problems }) => problems),
  };
}

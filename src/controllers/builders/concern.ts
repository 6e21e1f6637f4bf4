import { isDeepStrictEqual } from 'node:util';
import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import type { Change } from '../../kube/reflector/change.ts';
import type { Part } from '../parts/part.ts';
import type { AnyBuilder } from './builder-kind.ts';

/** A change of what builders are made of, as far as it can change a builder. */
export interface PartChange {
  readonly kind: 'Buildpack' | 'ClusterBuildpack' | 'ClusterStore' | 'ClusterStack' | 'ClusterLifecycle';
  readonly name: string;
  readonly namespace: string | undefined;
  /** The buildpacks that it offers, or did. */
  readonly buildpacks: ReadonlySet<string>;
}

type SomePart = Part & Pick<ClusterStore, 'status'>;

/** What a change is to builders; nothing where it is none: they read statuses and no more. */
export function partChange(kind: PartChange['kind'], change: Change<SomePart>): PartChange | undefined {
  const { object } = change;
  const previous = change.kind === 'updated' ? change.previous : undefined;
  if (previous !== undefined && isDeepStrictEqual(previous.status, object.status)) return undefined;
  const offered = [object, previous].flatMap((part) => part?.status?.buildpacks ?? []);
  const { name, namespace } = object.metadata;
  return { kind, name, namespace, buildpacks: new Set(offered.map(({ id }) => id)) };
}

/** Whether a builder may become another by the change: it names it, uses or seeks what is in it, or still lacks something. */
export function concerns({ kind, name, namespace, buildpacks }: PartChange, builder: AnyBuilder): boolean {
  const { spec } = builder;
  switch (kind) {
    case 'ClusterStack':
      return spec.stack.name === name;
    case 'ClusterLifecycle':
      return spec.lifecycle.name === name;
    case 'ClusterStore':
      return spec.store?.name === name;
    case 'Buildpack':
      if (builder.kind !== 'Builder' || builder.metadata.namespace !== namespace) return false;
      break;
    case 'ClusterBuildpack':
  }
  return !isSettled(builder) || namesIt(builder, kind, name) || wantedIds(builder).some((id) => buildpacks.has(id));
}

/** One that lacks something may find it anywhere. */
function isSettled({ metadata, status }: AnyBuilder): boolean {
  const upToDate = status?.conditions?.find(({ type }) => type === 'UpToDate');
  return upToDate?.status === 'True' && status?.observedGeneration === metadata.generation;
}

function namesIt({ spec }: AnyBuilder, kind: string, name: string): boolean {
  return entriesOf(spec).some((entry) => entry.kind === kind && entry.name === name);
}

/** Those of its order that may come from anywhere, and those that it has: children are sought by id as well. */
function wantedIds({ spec, status }: AnyBuilder): readonly string[] {
  const sought = entriesOf(spec).flatMap(({ kind = '', id = '' }) => (kind === '' && id !== '' ? [id] : []));
  return [...sought, ...(status?.builderMetadata ?? []).flatMap(({ id }) => id ?? [])];
}

function entriesOf({ order = [] }: AnyBuilder['spec']) {
  return order.flatMap(({ group = [] }) => group);
}

import type { Container, Pod, Volume } from './pod.ts';

/** One operation of RFC 6902; injectors only add. */
export interface Operation {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** Containers, and their position before or after the Pod's containers. */
export interface Insertion {
  readonly place: 'first' | 'last';
  readonly containers: readonly Container[];
}

/** The additions of an injector to a Pod. */
export interface Additions {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly volumes: readonly Volume[];
  readonly initContainers: Insertion;
  readonly containers: Insertion;
}

/** Returns the patch with the additions. */
export function jsonPatch({ metadata, spec }: Pod, additions: Additions): readonly Operation[] {
  const { initContainers, containers } = additions;
  return [
    ...entries('/metadata/labels', metadata.labels, additions.labels),
    ...entries('/metadata/annotations', metadata.annotations, additions.annotations),
    ...items('/spec/volumes', spec.volumes, 'last', additions.volumes),
    ...items('/spec/initContainers', spec.initContainers, initContainers.place, initContainers.containers),
    ...items('/spec/containers', spec.containers, containers.place, containers.containers),
  ];
}

function entries(path: string, present: unknown, added: Readonly<Record<string, string>>): readonly Operation[] {
  const operations = Object.entries(added).map(([key, value]) => add(`${path}/${escaped(key)}`, value));
  return present === undefined && operations.length > 0 ? [add(path, {}), ...operations] : operations;
}

function items(
  path: string,
  present: unknown,
  place: Insertion['place'],
  added: readonly unknown[],
): readonly Operation[] {
  const operations = added.map((item, index) => add(`${path}/${place === 'first' ? index : '-'}`, item));
  return present === undefined && operations.length > 0 ? [add(path, []), ...operations] : operations;
}

function add(path: string, value: unknown): Operation {
  return { op: 'add', path, value };
}

/** RFC 6901. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

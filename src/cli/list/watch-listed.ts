import { KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Selection as Selector } from '../../clients/kube/client/list.ts';
import { observedValue, type SettableValue } from '../../insight/logs/observed-value.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import type { OpenCluster } from '../cluster.ts';
import type { ShownKind } from '../objects/kind-names.ts';
import type { Selection } from '../objects/object-arguments.ts';
import { reflectedObjects, type ReflectedObjects } from '../reflected-objects.ts';
import { isWritten, type Terminal } from '../terminal.ts';
import { nameText, viewTexts, type ListOutput } from './list-output.ts';
import type { ListTable, TableStyle } from './list-table.ts';
import { listedViews, type ListedView } from './listed-views.ts';
import { namespaceIn, type ListScope } from './read-listed.ts';

/** A selection with its table and the views that were printed. */
export interface PrintedList {
  readonly selection: Selection;
  /** The kinds to watch. */
  readonly kinds: readonly ShownKind[];
  readonly table: ListTable;
  readonly views: readonly ListedView[];
  /** True if the Builds of Images may be listed. */
  readonly hasBuilds: boolean;
}

/** The lists to watch, and where to print their changes. */
export interface Watching {
  readonly transport: OpenCluster['transport'];
  readonly scope: ListScope;
  readonly style: TableStyle;
  readonly output: ListOutput;
  readonly terminal: Terminal;
}

/**
 * Prints a row for each change until the reader closes the output. Rejects if the API server refuses to list or watch the objects.
 * Retries after all other errors, because the first list succeeded.
 */
export async function watchListed(lists: readonly PrintedList[], watching: Watching): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race(lists.map(async (printed) => watchOne(printed, watching, stop)));
  } finally {
    stop.abort();
  }
}

async function watchOne(printed: PrintedList, watching: Watching, stop: AbortController): Promise<void> {
  const { terminal, style } = watching;
  const mirror = startMirror(printed, watching, stop);
  const shown = new Map(printed.views.map((each) => [keyOf(each), each]));
  for (;;) {
    await mirror.changes.changed(stop.signal);
    if (!mirror.isSynced()) continue;
    const nowMs = Date.now();
    const current = listedViews(mirror.objects(), mirror.builds(), nowMs);
    for (const text of changedTexts(printed.table, shown, current, { output: watching.output, style, nowMs })) {
      if (!(await isWritten(terminal.output, text))) return;
    }
  }
}

interface Printing extends Pick<Watching, 'output' | 'style'> {
  readonly nowMs: number;
}

/** Returns the texts for views that are new, changed or deleted, and updates the shown views. */
function changedTexts(
  table: ListTable,
  shown: Map<string, ListedView>,
  current: readonly ListedView[],
  printing: Printing,
): readonly string[] {
  const isSame = (one: ListedView, other: ListedView): boolean =>
    isForPeople(printing.output)
      ? table.lasting(one.view) === table.lasting(other.view)
      : one.version === other.version;
  const changed = current.filter((each) => {
    const before = shown.get(keyOf(each));
    return before === undefined || !isSame(before, each);
  });
  const kept = new Set(current.map(keyOf));
  const deleted = [...shown].filter(([key]) => !kept.has(key)).map(([, each]) => each);
  for (const each of deleted) shown.delete(keyOf(each));
  for (const each of changed) shown.set(keyOf(each), each);
  return [
    ...changed.flatMap((each) => [...textsOf(table, each, printing)]),
    ...(isForPeople(printing.output) ? deleted.map(({ view }) => table.deleted(view, printing)) : []),
  ];
}

function isForPeople(output: ListOutput): boolean {
  return output === 'table' || output === 'wide';
}

function textsOf(table: ListTable, { object, view }: ListedView, { output, style, nowMs }: Printing): Iterable<string> {
  switch (output) {
    case 'table':
    case 'wide':
      return [table.row(view, { ...style, nowMs })];
    case 'name':
      return [nameText(object)];
    case 'json':
    case 'yaml':
      return viewTexts([view], output, 'each');
  }
}

function keyOf({ object: { kind, metadata } }: ListedView): string {
  return JSON.stringify([kind, metadata['namespace'], metadata.name]);
}

/** The objects of a selection as the API server has them now. */
interface Mirror {
  readonly changes: SettableValue<undefined>;
  /** False until the first lists are complete, because existing objects would seem to be deleted. */
  readonly isSynced: () => boolean;
  readonly objects: () => readonly KubeObject[];
  readonly builds: () => readonly KubeObject[];
}

function startMirror(
  { selection: { names }, kinds, hasBuilds }: PrintedList,
  { transport, scope }: Watching,
  stop: AbortController,
): Mirror {
  const changes = observedValue<undefined>(undefined);
  const start = (kind: ShownKind, selector: Selector): ReflectedObjects => {
    const resource = KPACK_RESOURCES[kind];
    const selected = { ...namespaceIn(resource, scope), ...selector };
    return reflectedObjects(transport, resource, selected, stop);
  };
  const { labelSelector } = scope;
  const watched = kinds.map((kind) => start(kind, labelSelector === undefined ? {} : { labelSelector }));
  const builds = hasBuilds && kinds.includes('Image') ? [start('Build', { labelSelector: IMAGE_LABEL })] : [];
  let isSynced = false;
  void Promise.all([...watched, ...builds].map(async ({ synced }) => synced)).then(() => {
    isSynced = true;
    for (const { listen } of [...watched, ...builds]) listen(() => changes.set(undefined));
    changes.set(undefined);
  });
  return {
    changes,
    isSynced: () => isSynced,
    objects: () => listed(watched).filter(({ metadata }) => names.length === 0 || names.includes(metadata.name)),
    builds: () => listed(builds),
  };
}

function listed(reflected: readonly ReflectedObjects[]): readonly KubeObject[] {
  return reflected.flatMap(({ objects }) => objects());
}

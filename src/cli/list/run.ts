import { withCluster, type OpenCluster } from '../cluster.ts';
import { missingNamespace } from '../objects/missing-namespace.ts';
import { readSelections, type Selection } from '../objects/object-arguments.ts';
import { paintFor } from '../objects/paint.ts';
import type { ClusterFlags } from '../options.ts';
import { misuse, reportOrFail } from '../problems.ts';
import { terminalWidth, writeTexts, type Terminal } from '../terminal.ts';
import { listTable, type TableStyle } from './list-table.ts';
import { listedViews } from './listed-views.ts';
import { nameText, viewTexts, type ListOutput } from './list-output.ts';
import { readListed, type ListScope } from './read-listed.ts';
import { watchListed, type PrintedList } from './watch-listed.ts';

/** The parsed options of `taskpack list`. */
export interface ListFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly allNamespaces?: true;
  readonly selector?: string;
  readonly watch?: true;
  readonly output: ListOutput;
}

/** Runs `taskpack list`. */
export async function runList(args: readonly string[], flags: ListFlags, terminal: Terminal): Promise<void> {
  const selections = readSelections(args);
  checkNames(selections, flags);
  await withCluster(flags, terminal, async (cluster) => list({ cluster, selections, flags, terminal }));
}

/** kubectl refuses the same combinations. */
function checkNames(selections: readonly Selection[], { allNamespaces, selector }: ListFlags): void {
  if (selections.every(({ names }) => names.length === 0)) return;
  const problems = [
    ...(allNamespaces === true ? ['names of objects cannot be combined with --all-namespaces: use -n NAMESPACE'] : []),
    ...(selector === undefined ? [] : ['names of objects cannot be combined with --selector: leave one of them out']),
  ];
  if (problems.length > 0) throw misuse(problems);
}

interface Listing {
  readonly cluster: OpenCluster;
  readonly selections: readonly Selection[];
  readonly flags: ListFlags;
  readonly terminal: Terminal;
}

async function list({ cluster, selections, flags, terminal }: Listing): Promise<void> {
  const scope = scopeOf(flags, cluster);
  const read = await Promise.all(
    selections.map(async (selection) => ({ selection, ...(await readListed(cluster.client, selection, scope)) })),
  );
  const nowMs = Date.now();
  const style = styleFor(flags, terminal, selections.length, nowMs);
  const lists = read.map(({ selection, objects, kinds, builds, hasBuilds }) => ({
    selection,
    kinds,
    hasBuilds,
    table: listTable(selection.kinds, style),
    views: listedViews(objects, builds, nowMs),
  }));
  const problems = read.flatMap((each) => each.problems);
  const isRead = await writeTexts(terminal.output, firstTexts(lists, flags));
  const isForPrograms = flags.output === 'json' || flags.output === 'yaml';
  if (lists.every(({ views }) => views.length === 0) && problems.length === 0 && !isForPrograms) {
    terminal.errors.write(await nothingFound(cluster, lists, scope));
  }
  // Like kubectl, the command has printed the objects that exist.
  reportOrFail(problems, terminal.errors);
  if (flags.watch === true && isRead) {
    const { transport } = cluster;
    await watchListed(lists, { transport, scope, style, output: flags.output, terminal });
  }
}

function scopeOf({ namespace, allNamespaces, selector }: ListFlags, cluster: OpenCluster): ListScope {
  return {
    namespace: namespace ?? cluster.namespace,
    isEverywhere: allNamespaces === true,
    ...(selector !== undefined && { labelSelector: selector }),
  };
}

function styleFor({ allNamespaces, output }: ListFlags, terminal: Terminal, tables: number, nowMs: number): TableStyle {
  return {
    nowMs,
    paint: paintFor(terminal.output),
    hasNamespaces: allNamespaces === true,
    hasKinds: tables > 1,
    isWide: output === 'wide',
    width: terminalWidth(terminal.output),
  };
}

function firstTexts(lists: readonly PrintedList[], { output, watch }: ListFlags): Iterable<string> {
  const views = lists.flatMap((each) => each.views);
  // A single object that is named is printed by itself, as kubectl does.
  const isOneObject = lists.length === 1 && lists[0]?.selection.names.length === 1 && lists[0].views.length === 1;
  switch (output) {
    case 'table':
    case 'wide':
      return [
        lists
          .filter((each) => each.views.length > 0)
          .map(({ table, views: shown }) => table.whole(shown.map(({ view }) => view)))
          .join('\n'),
      ];
    case 'name':
      return views.map(({ object }) => nameText(object));
    case 'json':
    case 'yaml':
      return viewTexts(
        views.map(({ view }) => view),
        output,
        watch === true || isOneObject ? 'each' : 'list',
      );
  }
}

async function nothingFound(
  { client }: OpenCluster,
  lists: readonly PrintedList[],
  { namespace, isEverywhere }: ListScope,
): Promise<string> {
  const isCluster = lists.every(({ selection }) => selection.kinds.every((kind) => kind === 'ClusterBuilder'));
  if (isEverywhere || isCluster) return 'No resources found\n';
  const missing = await missingNamespace(client, namespace);
  return missing === undefined
    ? `No resources found in ${namespace} namespace.\n`
    : `No resources found: ${missing}.\n`;
}

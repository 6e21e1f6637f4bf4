import type { BuildSummary, BuildView } from '../../insight/views/build-view.ts';
import type { BuilderView } from '../../insight/views/builder-view.ts';
import type { CauseView } from '../../insight/views/cause-view.ts';
import { elapsedMs, humanDuration } from '../../insight/views/duration.ts';
import type { ImageView } from '../../insight/views/image-view.ts';
import type { ObjectView } from '../../insight/views/object-view.ts';
import { shortRevision, type SourceView } from '../../insight/views/source-view.ts';
import { imageReason, stateReason, stateWord, type AnyState } from '../../insight/views/state-texts.ts';
import type { TableColumn } from '../table.ts';
import type { Paint } from './paint.ts';

/** The view of any object that `list` shows. */
export type ShownView = ImageView | BuildView | BuilderView;

/** The time and the colours that columns depend on. */
export interface ColumnContext {
  readonly nowMs: number;
  readonly paint: Paint;
}

export interface ObjectColumn<View> extends TableColumn<View> {
  /** True if only `-o wide` shows the column. */
  readonly isWide?: true;
  /** True if the cells change with time, even if the object does not change. */
  readonly isClock?: true;
}

const NONE = '-';

/** Returns the columns of Images after the name. */
export function imageColumns(context: ColumnContext): readonly ObjectColumn<ImageView>[] {
  return [
    stateColumn(context),
    { head: 'REASON', cell: (view) => imageReason(view) ?? NONE, isCut: true },
    { head: 'BUILD', cell: latest(({ number }) => `${number ?? NONE}`) },
    { head: 'CAUSE', cell: latest(({ cause }) => causeText(cause)), isCut: true },
    { head: 'TOOK', cell: latest(tookText), isClock: true },
    ageColumn(context),
    { head: 'BUILDER', cell: ({ builder }) => `${builder.kind.toLowerCase()}/${builder.name}`, isWide: true },
    { head: 'IMAGE', cell: ({ latestImage, tag }) => latestImage ?? tag, isWide: true },
  ];
}

/** Returns the cell that describes the newest Build of an Image. */
function latest(cell: (build: BuildSummary) => string): (view: ImageView) => string {
  return ({ builds: [build] }) => (build === undefined ? NONE : cell(build));
}

/** Returns the columns of Builds after the name. */
export function buildColumns(context: ColumnContext): readonly ObjectColumn<BuildView>[] {
  return [...summaryColumns(context), ...WIDE_BUILD_COLUMNS];
}

/** Returns the columns that a Build has in every table. */
export function summaryColumns(context: ColumnContext): readonly ObjectColumn<BuildSummary>[] {
  return [
    stateColumn(context),
    { head: 'REASON', cell: ({ state }) => stateReason(state) ?? NONE, isCut: true },
    { head: 'CAUSE', cell: ({ cause }) => causeText(cause), isCut: true },
    { head: 'TOOK', cell: tookText, isClock: true },
    ageColumn(context),
  ];
}

const WIDE_BUILD_COLUMNS: readonly ObjectColumn<BuildView>[] = [
  { head: 'BACKEND', cell: ({ workload }) => workload.backend ?? NONE, isWide: true },
  { head: 'SOURCE', cell: ({ source }) => sourceText(source), isWide: true },
  { head: 'IMAGE', cell: ({ builtImage, tags }) => builtImage ?? tags[0] ?? NONE, isWide: true },
];

/** Returns the columns of Builders and ClusterBuilders after the name. */
export function builderColumns(context: ColumnContext): readonly ObjectColumn<BuilderView>[] {
  return [
    stateColumn(context),
    { head: 'REASON', cell: ({ state }) => stateReason(state) ?? NONE, isCut: true },
    { head: 'STACK', cell: ({ stack }) => stack.name, isCut: true },
    { head: 'LIFECYCLE', cell: ({ lifecycleVersion }) => lifecycleVersion ?? NONE },
    { head: 'BUILDPACKS', cell: ({ buildpacks }) => `${buildpacks.length}` },
    ageColumn(context),
    { head: 'RUN IMAGE', cell: ({ runImage }) => runImage ?? NONE, isWide: true },
    { head: 'IMAGE', cell: ({ latestImage, tag }) => latestImage ?? tag, isWide: true },
  ];
}

function stateColumn<View extends { readonly state: AnyState }>({ paint }: ColumnContext): ObjectColumn<View> {
  return {
    head: 'STATE',
    cell: ({ state }) => stateWord(state),
    paint: (text, { state }) => paint.state(text, state),
  };
}

function ageColumn<View extends ObjectView>({ nowMs }: ColumnContext): ObjectColumn<View> {
  return { head: 'AGE', cell: ({ createdAt }) => ageText(createdAt, nowMs), isClock: true };
}

/** Returns the age of an object, such as `3m`. */
export function ageText(createdAt: string | undefined, nowMs: number): string {
  const durationMs = elapsedMs(createdAt, nowMs);
  return durationMs === undefined ? NONE : humanDuration(durationMs);
}

function tookText({ durationMs }: BuildSummary): string {
  return durationMs === undefined ? NONE : humanDuration(durationMs);
}

function causeText(cause: CauseView): string {
  return cause.kind === 'direct' ? NONE : cause.reasons.join(',');
}

function sourceText(source: SourceView): string {
  switch (source.kind) {
    case 'git':
      return shortRevision(source.revision);
    case 'blob':
      return source.url;
    case 'registry':
      return source.image;
    case 'unknown':
      return NONE;
  }
}

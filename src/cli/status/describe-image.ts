import type { BuildSummary } from '../../insight/views/build-view.ts';
import { conditionText } from '../../insight/views/conditions.ts';
import type { ImageView } from '../../insight/views/image-view.ts';
import { summaryColumns } from '../objects/object-columns.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import { sourceLines } from '../../insight/views/source-view.ts';
import type { Paint } from '../objects/paint.ts';
import { formatRows } from '../table.ts';
import { failureSections } from './failure-sections.ts';
import { field, preformatted, section, SECTION_WIDTH } from './text-layout.ts';
import { causeField, stateField, title } from './shared-fields.ts';

/** The text shows at most this number of Builds. `-o json` has all. */
const MAX_BUILDS = 10;

/** Formats an Image for people, in 80 columns. */
export function describeImage(view: ImageView, nowMs: number, paint: Paint): string {
  const { builds, queuedBehind = [] } = view;
  const [latestBuild] = builds;
  return [
    title('Image', view, paint),
    stateField(shownState(view), nowMs, paint),
    latestBuild === undefined ? '' : causeField(latestBuild.cause),
    field('Source', [...sourceLines(view.source), ...resolvedCommit(view)]),
    field('Builder', [referenceText(view.builder)]),
    field('Account', [view.serviceAccount]),
    field('Result', [view.latestImage]),
    field('Tags', [view.tag, ...view.additionalTags]),
    section(
      paint.title('Waits for'),
      queuedBehind.map(({ namespace, name }) => `Build ${namespace === undefined ? '' : `${namespace}/`}${name}`),
    ),
    section(paint.title('Warnings'), view.warnings.map(conditionText)),
    latestBuild !== undefined && 'failure' in latestBuild.state
      ? failureSections(latestBuild.state.failure, paint)
      : '',
    buildTable(builds, nowMs, paint),
  ].join('');
}

/** Returns the state without kpack's sentence about the last Build, if the section on its failure says more. */
function shownState({ state, builds: [latest] }: ImageView): ImageView['state'] {
  if (state.kind !== 'failed' || latest === undefined || !('failure' in latest.state)) return state;
  const { message: _repeated, ...others } = state;
  return others;
}

/** Returns the commit of a branch or tag. */
function resolvedCommit({ source, resolvedSource }: ImageView): readonly string[] {
  if (source.kind !== 'git' || source.commit !== undefined || resolvedSource?.kind !== 'git') return [];
  return resolvedSource.commit === undefined ? [] : [`at commit ${resolvedSource.commit}`];
}

function buildTable(builds: readonly BuildSummary[], nowMs: number, paint: Paint): string {
  if (builds.length === 0) return section(paint.title('Builds'), ['none']);
  const columns = [{ head: 'NAME', cell: ({ name }: BuildSummary) => name }, ...summaryColumns({ nowMs, paint })];
  const shown = builds.slice(0, MAX_BUILDS);
  const more = builds.length - shown.length;
  const rows = formatRows(columns, shown, SECTION_WIDTH);
  return preformatted(paint.title('Builds'), more === 0 ? rows : `${rows}and ${more} older Builds\n`);
}

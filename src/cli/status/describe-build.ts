import { DEFAULT_EXEC_ENV, EXEC_ENV_VARIABLE } from '../../core/model/exec-env.ts';
import { isEnded } from '../../insight/views/build-state.ts';
import type { BuildView, WorkloadView } from '../../insight/views/build-view.ts';
import { humanDuration } from '../../insight/views/duration.ts';
import { retryCommand, waitActorText } from '../../insight/views/failure-view.ts';
import type { WaitView } from '../../insight/views/wait-view.ts';
import { segmentText, type Segment } from '../../insight/views/waterfall.ts';
import { builderLines, imageText } from '../../insight/views/build-view.ts';
import { sourceLines } from '../../insight/views/source-view.ts';
import type { Paint } from '../objects/paint.ts';
import { formatRows, type TableColumn } from '../table.ts';
import { failureSections } from './failure-sections.ts';
import { field, preformatted, section } from './text-layout.ts';
import { causeField, stateField, title } from './shared-fields.ts';

/** Formats a Build for people, in 80 columns. */
export function describeBuild(view: BuildView, nowMs: number, paint: Paint): string {
  const { state, tags, durationMs } = view;
  return [
    title('Build', view, paint),
    stateField(
      state,
      nowMs,
      paint,
      isEnded(state) && durationMs !== undefined ? `, took ${humanDuration(durationMs)}` : '',
    ),
    causeField(view.cause),
    field('Image', [imageText(view)]),
    field('Source', sourceLines(view.source)),
    field('Builder', builderLines(view.builder)),
    field('Run by', [workloadText(view.workload)]),
    field('Result', [view.builtImage]),
    field('Exec env', [execEnvText(view)]),
    field('Tags', tags),
    'failure' in state ? failureSections(state.failure, paint) : '',
    view.wait === undefined ? '' : waitSections(view.wait, paint),
    preformatted(paint.title('Times'), formatRows(TIME_COLUMNS, view.waterfall)),
    hints(view),
  ].join('');
}

/** The launcher of an image reads the environment from its container, and not from the image's label. */
function execEnvText({ execEnv }: BuildView): string | undefined {
  if (execEnv === undefined || execEnv === DEFAULT_EXEC_ENV) return execEnv;
  return `${execEnv}: set ${EXEC_ENV_VARIABLE}=${execEnv} in containers of the image`;
}

function workloadText({ backend, taskRun, pod }: WorkloadView): string | undefined {
  const objects = [
    ...(taskRun === undefined ? [] : [`TaskRun ${taskRun}`]),
    ...(pod === undefined ? [] : [`Pod ${pod}`]),
  ].join(', ');
  if (backend === undefined) return objects === '' ? undefined : objects;
  return objects === '' ? backend : `${backend}: ${objects}`;
}

/** Formats a wait: the awaited thing, who can act, the advice, and when the Build fails. */
function waitSections({ summary, actor, advice, limit }: WaitView, paint: Paint): string {
  return [
    section(paint.title('Wait'), [summary]),
    section(paint.title('Responsible'), [waitActorText(actor)]),
    section(paint.title('Advice'), [advice]),
    section(paint.title('Limit'), [limit]),
  ].join('');
}

const TIME_COLUMNS: readonly TableColumn<Segment>[] = [
  { head: '', cell: segmentText },
  { head: '', cell: ({ durationMs }) => humanDuration(durationMs) },
  { head: '', cell: endText },
];

function endText(segment: Segment): string {
  if (segment.finishedAt === undefined) return 'so far';
  return segment.kind === 'phase' && segment.state !== 'succeeded' ? segment.state.replace('-', ' ') : '';
}

/** Returns the commands that show more. */
function hints(view: BuildView): string {
  const { name, namespace, workload, image, state } = view;
  const object = `${name}${namespace === undefined ? '' : ` -n ${namespace}`}`;
  const log = workload.pod === undefined ? '' : `Log: taskpack logs ${object}\n`;
  const changes = image === undefined ? '' : `Changes: taskpack why ${object}\n`;
  const retry = 'failure' in state ? retryCommand(state.failure, view) : undefined;
  const hint = `${log}${changes}${retry === undefined ? '' : `Again: ${retry}\n`}`;
  return hint === '' ? '' : `\n${hint}`;
}

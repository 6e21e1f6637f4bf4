import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { LogSelection } from '../../logs/log-target.ts';
import { plainLine } from '../../logs/log-text.ts';
import { asBuild } from '../../model/objects/build.ts';
import { fieldWarning } from '../../model/problem.ts';
import { buildProgress } from '../../views/build-state.ts';
import type { FailureView } from '../../views/failure-view.ts';
import { reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { heading } from './print-log.ts';

/**
 * Prints the last lines of a failed phase or of a sidecar that was not ready. The controller has kept them in the status of a Build
 * whose Pod was deleted.
 */
export async function printRecordedLog(
  build: KubeObject | undefined,
  wanted: LogSelection,
  { output, errors }: Pick<Terminal, 'output' | 'errors'>,
): Promise<void> {
  if (build === undefined) return;
  const { state } = buildProgress(asBuild(build), undefined, 0);
  if (!('failure' in state)) return;
  const { phase, container = phase, log } = state.failure;
  if (container === undefined || log.length === 0 || !isWanted(state.failure, wanted)) return;
  const lines = log.map((line) => `${plainLine(line)}\n`);
  const note = `the Pod of Build ${build.metadata.name} was deleted: these are the last lines of ${container}, from the status`;
  reportProblems([fieldWarning([], note)], errors);
  await writeTexts(output, [heading(container, output), ...lines]);
}

function isWanted({ phase, container }: FailureView, wanted: LogSelection): boolean {
  switch (wanted.kind) {
    case 'phase':
      return container === undefined && wanted.phase === phase;
    case 'container':
      return wanted.container === container;
    case 'phases':
    case 'all':
      return true;
  }
}

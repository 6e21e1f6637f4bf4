import type { TerminatedContainer } from './failure-cause.ts';
import { withoutControlSequences } from '../../../core/model/control-sequences.ts';

/** A Pod whose log users can read. */
export interface PodReference {
  readonly namespace: string;
  readonly name: string;
}

/** kpack cuts log lines to this many characters (pkg/buildchange/progress_logger.go). */
const MAX_LINE_LENGTH = 800;

/** kpack's message for a container that terminated without one (pkg/reconciler/build/build.go). */
export function terminatedMessage(container: string, exitCode: number): string {
  return `Container ${container} terminated ${exitCode === 0 ? 'successfully' : 'with error'}`;
}

/** kpack's message for a container that waits without one (pkg/reconciler/build/build.go). */
export function waitingMessage(container: string): string {
  return `Container ${container} waiting`;
}

/**
 * Returns kpack's message for a failed phase: the termination message, the log's last line, and the command for the log. kpack puts the Pod's own message between the first two spaces. A Pod whose phase failed has no message.
 */
export function kpackMessage(
  { container, exitCode, message = terminatedMessage(container, exitCode) }: TerminatedContainer,
  log: readonly string[],
  pod: PodReference | undefined,
): string {
  const shown = isTaskpackStep(container) ? withoutError : String;
  const text = `Error:  ${shown(message)} ${shown(lastLine(log))}`;
  if (pod === undefined) return text.trimEnd();
  return `${text}: For more info use \`kubectl logs -n ${pod.namespace} ${pod.name} -c ${container}\``;
}

/** Removes the prefix of taskpack's steps, because kpack's words before the line are `Error:` already. */
function withoutError(line: string): string {
  return line.replace(/^ERROR: /, '');
}

function isTaskpackStep(container: string): boolean {
  return /^(?:step-)?(?:prepare|completion)$/.test(container);
}

/** The extender reports its progress in such lines, which can come after its error: the two have different streams. */
const PROGRESS_OF_EXTENDER = /^time="[^"]*" level=(?:info|debug) /;

function lastLine(log: readonly string[]): string {
  const line = log.findLast((text) => text !== '' && !PROGRESS_OF_EXTENDER.test(text)) ?? '';
  return withoutControlSequences(line).slice(0, MAX_LINE_LENGTH);
}

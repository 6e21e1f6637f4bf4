import { filledMessage } from '../status/step-states.ts';
import type { TerminatedContainer } from './failure-cause.ts';

/** The pod whose log can be looked at. */
export interface PodPlace {
  readonly namespace: string;
  readonly name: string;
}

/** As long as kpack lets the line of a log be (pkg/buildchange/progress_logger.go). */
const LONGEST_LINE = 800;

/**
 * What kpack says of a phase that has failed: its termination message, the last line of its log, and where the rest of
 * that is. Between the first two spaces kpack puts the Pod's own message, which a Pod whose phase has failed has not.
 */
export function kpackMessage(
  { container, exitCode, message = filledMessage(container, exitCode) }: TerminatedContainer,
  log: readonly string[],
  pod: PodPlace | undefined,
): string {
  const said = `Error:  ${message} ${lastLine(log)}`;
  if (pod === undefined) return said.trimEnd();
  return `${said}: For more info use \`kubectl logs -n ${pod.namespace} ${pod.name} -c ${container}\``;
}

function lastLine(log: readonly string[]): string {
  const line = log.findLast((text) => text !== '') ?? '';
  return withoutColours(line).slice(0, LONGEST_LINE);
}

/** Control sequences, and titles of terminals (ECMA-48). */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '');
}

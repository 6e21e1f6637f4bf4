import type { BuildProgress, ContainerProgress, Terminated } from '../../../model/build-progress.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Masking } from './masking.ts';

/** How far a workload is, in words without secrets. */
export function maskedProgress(progress: BuildProgress, masking: Masking): BuildProgress {
  const { state, phases, foreign, helpers } = progress;
  return {
    ...progress,
    state: withWords(state, masking),
    phases: phases.map((phase) => ({ ...maskedContainer(phase, masking), raw: maskedState(phase.raw, masking) })),
    foreign: foreign.map((container) => maskedContainer(container, masking)),
    helpers: helpers.map((container) => maskedContainer(container, masking)),
  };
}

/** What has words of the platform's. */
export function withWords<T extends object>(said: T, { words }: Masking): T {
  return 'message' in said && typeof said.message === 'string' ? { ...said, message: words(said.message) } : said;
}

type Shown<T> = Omit<T, 'message'> & { readonly message?: string };

/** What has ended with a message of its own. */
export function withLastWords<T extends Terminated>(ended: T, { lastWords }: Masking): Shown<T> {
  const { message, ...rest } = ended;
  const shown = message === undefined ? undefined : lastWords(message, ended.exitCode);
  return { ...rest, ...(shown !== undefined && { message: shown }) };
}

function maskedContainer<T extends ContainerProgress>(container: T, masking: Masking): T | Shown<T & Terminated> {
  return isTerminated(container) ? withLastWords(container, masking) : withWords(container, masking);
}

function isTerminated<T extends ContainerProgress>(container: T): container is T & Terminated {
  return container.kind === 'terminated';
}

/** The same of a state as the API has it (core/v1 ContainerState). */
function maskedState(raw: JsonObject, masking: Masking): JsonObject {
  if (textAt(objectAt(raw, 'waiting'), 'message') !== undefined) {
    return { ...raw, waiting: withWords(objectAt(raw, 'waiting'), masking) };
  }
  const terminated = objectAt(raw, 'terminated');
  const message = textAt(terminated, 'message');
  if (message === undefined) return raw;
  const { message: _, ...rest } = terminated;
  const { exitCode } = terminated;
  const shown = masking.lastWords(message, typeof exitCode === 'number' ? exitCode : 1);
  return { ...raw, terminated: { ...rest, ...(shown !== undefined && { message: shown }) } };
}

import type { Problem } from '../../core/model/problem.ts';
import {
  imagesWithoutFacts,
  missingImageKey,
  missingImageOf,
  type MissingImage,
} from '../../core/translate/images-without-facts.ts';
import type { Documents } from '../input.ts';
import { CommandFailure } from '../problems.ts';
import type { ImageAnswer, ImageAnswers } from './inspect-images.ts';

/** The advice of commands that take ImageFacts, if a registry gives no complete response. */
export const FACTS_HINT =
  '. To work without the registry, add the ImageFacts of the image with -f ("taskpack inspect" prints them)';

/** The advice of commands with --offline. */
export const OFFLINE_HINT = `${FACTS_HINT} and use --offline`;

interface Outcome {
  readonly problems: readonly Problem[];
}

/**
 * Processes the documents. If image facts are missing, gets the facts and processes the documents again together with
 * them. Adds the hint to the messages about registries that give no complete response.
 */
export async function withMissingFacts<T extends Outcome>(
  read: Documents,
  work: (read: Documents) => T,
  ask: (images: readonly MissingImage[]) => Promise<ImageAnswers>,
  hint = '',
): Promise<T> {
  const outcome = work(read);
  const images = imagesWithoutFacts(outcome.problems);
  if (images.length === 0) return outcome;
  try {
    return withAnswers(read, work, await ask(images), hint);
  } catch (error) {
    throw alongside(error, outcome.problems);
  }
}

/** Processes the documents with the facts. Replaces "facts are missing" by the registry's message if there is one. */
function withAnswers<T extends Outcome>(
  read: Documents,
  work: (read: Documents) => T,
  answers: ImageAnswers,
  hint: string,
): T {
  const facts = [...answers.values()].flatMap((answer) => (answer.kind === 'facts' ? [{ value: answer.facts }] : []));
  const outcome = work({ ...read, documents: [...read.documents, ...facts] });
  return { ...outcome, problems: outcome.problems.flatMap((problem) => explained(problem, answers, hint)) };
}

/** Returns the problem with the registry's messages, at the field that names the image. */
function explained(problem: Problem, answers: ImageAnswers, hint: string): readonly Problem[] {
  const missing = missingImageOf(problem);
  const answer = missing && answers.get(missingImageKey(missing));
  if (answer?.kind !== 'problems') return [problem];
  // Missing facts may be a warning. Without an answer about the image, the result is a guess.
  return messagesOf(answer, hint).map((message) => ({ ...problem, severity: 'error', message }));
}

/** Returns the messages about an image, with the hint if the registry gave no complete response. */
export function messagesOf(
  { messages, hasNoResponse = false }: Extract<ImageAnswer, { readonly kind: 'problems' }>,
  hint: string,
): readonly string[] {
  return hasNoResponse ? messages.map((message) => `${message}${hint}`) : messages;
}

/** Adds the other problems to a failure such as unreadable credentials, so that the failure hides none of them. */
function alongside(error: unknown, problems: readonly Problem[]): unknown {
  if (!(error instanceof CommandFailure)) return error;
  const others = problems.filter(({ lacksFactsOf }) => lacksFactsOf === undefined);
  return new CommandFailure([...error.problems, ...others], error.exitCode);
}

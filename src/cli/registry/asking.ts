import type { Problem } from '../../model/problem.ts';
import { imageKey } from '../../translate/image-key.ts';
import { imagesWithoutFacts } from '../../translate/images-without-facts.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Documents } from '../translate/input/read-documents.ts';
import type { ImageAnswers } from './ask-for-images.ts';

interface Outcome {
  readonly problems: readonly Problem[];
}

/** Works on what was read; if facts of images are lacking, asks for them and works again as if they had been read. */
export async function asking<T extends Outcome>(
  read: Documents,
  work: (read: Documents) => T,
  ask: (images: readonly string[]) => Promise<ImageAnswers>,
): Promise<T> {
  const outcome = work(read);
  const images = imagesWithoutFacts(outcome.problems);
  if (images.length === 0) return outcome;
  try {
    return withAnswers(read, work, await ask(images));
  } catch (error) {
    throw alongside(error, outcome.problems);
  }
}

/** Where a registry refused, its words take the place of ours. */
function withAnswers<T extends Outcome>(read: Documents, work: (read: Documents) => T, answers: ImageAnswers): T {
  const facts = [...answers.values()].flatMap((answer) => (answer.kind === 'facts' ? [{ value: answer.facts }] : []));
  const outcome = work({ ...read, documents: [...read.documents, ...facts] });
  return { ...outcome, problems: outcome.problems.flatMap((problem) => explained(problem, answers)) };
}

/** The problem with its reasons; it stays where the image is named. */
function explained(problem: Problem, answers: ImageAnswers): readonly Problem[] {
  const { lacksFactsOf } = problem;
  const answer = lacksFactsOf === undefined ? undefined : answers.get(imageKey(lacksFactsOf));
  if (answer?.kind !== 'problems') return [problem];
  return answer.messages.map((message) => ({ ...problem, message }));
}

/** Who cannot be asked for, as without credentials that can be read, hides nothing else that is wrong. */
function alongside(error: unknown, problems: readonly Problem[]): unknown {
  if (!(error instanceof CommandFailure)) return error;
  const others = problems.filter(({ lacksFactsOf }) => lacksFactsOf === undefined);
  return new CommandFailure([...error.problems, ...others], error.exitCode);
}

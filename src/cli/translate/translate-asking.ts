import type { Problem } from '../../model/problem.ts';
import { imageKey } from '../../translate/image-key.ts';
import { imagesWithoutFacts } from '../../translate/images-without-facts.ts';
import type { TranslateOptions } from '../../translate/options.ts';
import type { Translation } from '../../translate/translate.ts';
import { CommandFailure } from '../command-failure.ts';
import type { ImageAnswers } from '../registry/ask-for-images.ts';
import type { Documents } from './input/read-documents.ts';
import { translateRead } from './translate-read.ts';

/** Translates what was read; if facts of images are lacking, asks for them and translates again. */
export async function translateAsking(
  read: Documents,
  options: TranslateOptions,
  ask: (images: readonly string[]) => Promise<ImageAnswers>,
): Promise<Translation> {
  const translation = translateRead(read, options);
  const images = imagesWithoutFacts(translation.problems);
  if (images.length === 0) return translation;
  try {
    return translateAnswered(read, options, await ask(images));
  } catch (error) {
    throw alongside(error, translation.problems);
  }
}

/** Facts count as if they had been read; where a registry refused, its words take the place of ours. */
function translateAnswered(read: Documents, options: TranslateOptions, answers: ImageAnswers): Translation {
  const facts = [...answers.values()].flatMap((answer) => (answer.kind === 'facts' ? [{ value: answer.facts }] : []));
  const translation = translateRead({ ...read, documents: [...read.documents, ...facts] }, options);
  return { ...translation, problems: translation.problems.flatMap((problem) => explained(problem, answers)) };
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

import { fieldError, type FieldProblem } from '../../model/problem.ts';
import type { ImageFacts } from './image-facts.ts';

/** That what is kept verbatim is JSON at all, so that a slip in the quoting shows where it was made. */
export function validateImageFacts(facts: ImageFacts): readonly FieldProblem[] {
  return (['manifest', 'configuration'] as const)
    .filter((field) => !isJson(facts[field] ?? '{}'))
    .map((field) =>
      fieldError([field], `is not JSON; put the image's ${field} here as a text, exactly as its registry serves it`),
    );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { BuildPorts } from '../build-ports.ts';

/** Who is asked for what a Build names. */
export type GatherPorts = Pick<BuildPorts, 'client' | 'registry' | 'findPlural'>;

/** Something that a Build names is not there: kpack's words, which are the API server's. */
export class Missing extends Error {
  readonly problem: FieldProblem;

  constructor(path: FieldPath, message: string) {
    super(message);
    this.problem = fieldError(path, message);
  }
}

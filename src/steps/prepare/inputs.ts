import type { BuildInputs } from '../../model/build-inputs.ts';
import { readInputs } from '../inputs/read-inputs.ts';
import { PrepareError } from './failure.ts';

/** What prepare is told. Rejects with `BadInputs`. */
export async function preparedInputs(file: string): Promise<BuildInputs> {
  const read = await readInputs(file);
  if (read.kind === 'inputs') return read.inputs;
  throw new PrepareError('BadInputs', read.reason);
}

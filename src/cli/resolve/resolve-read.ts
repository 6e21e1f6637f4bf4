import { placed } from '../builder/placed.ts';
import { readBuilders, type ReadBuilders } from '../builder/read-builders.ts';
import type { BuilderFlags } from '../builder/flags.ts';
import type { Documents } from '../translate/input/read-documents.ts';

/** The builders among documents, with all that is wrong with the documents and with what the builders mean. */
export function resolveRead(read: Documents, flags: Pick<BuilderFlags, 'namespace' | 'builder'>): ReadBuilders {
  const { builders, problems } = readBuilders(read, flags);
  return {
    builders,
    problems: [...problems, ...builders.flatMap(({ object, reading }) => placed(reading.problems, object))],
  };
}

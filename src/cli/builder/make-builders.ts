import { makeBuilder } from '../../builders/make-builder.ts';
import type { BuilderImage } from '../../builders/image/builder-image.ts';
import { hasErrors, type Problem } from '../../model/problem.ts';
import type { Documents } from '../translate/input/read-documents.ts';
import type { BuilderObject } from './builder-object.ts';
import type { BuilderFlags } from './flags.ts';
import { placed } from './placed.ts';
import { readBuilders } from './read-builders.ts';

/** The images of the builders that a command is about; none where anything is wrong. */
export interface MadeBuilders {
  readonly builders: readonly { readonly object: BuilderObject; readonly image: BuilderImage }[];
  readonly problems: readonly Problem[];
}

/** Makes the image of each builder among documents. */
export function makeBuilders(
  read: Documents,
  flags: Pick<BuilderFlags, 'namespace' | 'builder'>,
  maximumPlatformApi: string,
): MadeBuilders {
  const input = readBuilders(read, flags);
  const made = input.builders.map(({ object, reading }) => ({ object, ...makeBuilder(reading, maximumPlatformApi) }));
  const problems = [...input.problems, ...made.flatMap((builder) => placed(builder.problems, builder.object))];
  if (hasErrors(problems)) return { builders: [], problems };
  return { builders: made.flatMap((builder) => (builder.kind === 'made' ? [builder] : [])), problems };
}

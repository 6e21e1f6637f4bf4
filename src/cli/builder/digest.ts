import type { PlatformApi } from '../../core/model/platform-api.ts';
import type { BuilderImage } from '../../core/builders/image/builder-image.ts';
import { makeBuilder } from '../../core/builders/make-builder.ts';
import { hasErrors, type Problem } from '../../core/model/problem.ts';
import { readDocuments, type Documents } from '../input.ts';
import { reportOrFail } from '../problems.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import type { BuilderFlags, BuilderSelection } from './read-builders.ts';
import { placeProblems } from './place-problems.ts';
import { formatBuilder, readBuilders, type BuilderObject } from './read-builders.ts';

/** Runs `taskpack builder digest`. Prints one digest, or a line of digest and builder for each of several builders. */
export async function runDigest(flags: BuilderFlags, terminal: Terminal): Promise<void> {
  const { maximumPlatformApi } = settingsOf(terminal);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const { builders, problems } = makeBuilders(read, flags, maximumPlatformApi);
  reportOrFail(problems, terminal.errors);
  await writeTexts(
    terminal.output,
    builders.map(({ object, image }) => {
      const name = builders.length > 1 ? `  ${formatBuilder(object)}` : '';
      return `${image.manifest.digest}${name}\n`;
    }),
  );
}

/** The images of the selected builders. Empty if there is an error. */
export interface MadeBuilders {
  readonly builders: readonly { readonly object: BuilderObject; readonly image: BuilderImage }[];
  readonly problems: readonly Problem[];
}

/** Returns the image of each selected builder in the documents. */
export function makeBuilders(
  read: Documents,
  flags: BuilderSelection,
  maximumPlatformApi: PlatformApi | undefined,
): MadeBuilders {
  const input = readBuilders(read, flags);
  const made = input.builders.map(({ object, reading }) => ({ object, ...makeBuilder(reading, maximumPlatformApi) }));
  const ofBuilders = made.flatMap((builder) => placeProblems(builder.problems, builder.object, input.objects));
  const problems = [...input.problems, ...ofBuilders];
  if (hasErrors(problems)) return { builders: [], problems };
  return { builders: made.flatMap((builder) => (builder.kind === 'made' ? [builder] : [])), problems };
}

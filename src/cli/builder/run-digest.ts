import { hasErrors } from '../../model/problem.ts';
import { CommandFailure } from '../command-failure.ts';
import { reportProblems } from '../report.ts';
import { settingsOf } from '../settings-of.ts';
import type { Terminal } from '../terminal.ts';
import { readDocuments } from '../translate/input/read-documents.ts';
import { writeTexts } from '../write-texts.ts';
import { formatBuilder } from './builder-object.ts';
import type { BuilderFlags } from './flags.ts';
import { makeBuilders } from './make-builders.ts';

/** What `taskpack builder digest` does: the digest alone, or with the name of each builder where there are several. */
export async function runDigest(flags: BuilderFlags, terminal: Terminal): Promise<void> {
  const { maximumPlatformApi } = settingsOf(terminal);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const { builders, problems } = makeBuilders(read, flags, maximumPlatformApi);
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  reportProblems(problems, terminal.errors);
  await writeTexts(
    terminal.output,
    builders.map(({ object, image }) => {
      const name = builders.length > 1 ? `  ${formatBuilder(object)}` : '';
      return `${image.manifest.digest}${name}\n`;
    }),
  );
}

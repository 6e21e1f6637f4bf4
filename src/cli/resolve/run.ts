import { hasErrors } from '../../model/problem.ts';
import { CommandFailure } from '../command-failure.ts';
import type { ReadBuilder } from '../builder/read-builders.ts';
import { askForImages } from '../registry/ask-for-images.ts';
import { asking } from '../registry/asking.ts';
import { withRegistry } from '../registry/with-registry.ts';
import { reportProblems } from '../report.ts';
import type { Terminal } from '../terminal.ts';
import { readDocuments } from '../translate/input/read-documents.ts';
import { jsonTexts } from '../translate/output/json-texts.ts';
import { yamlTexts } from '../translate/output/yaml-texts.ts';
import { writeTexts } from '../write-texts.ts';
import type { ResolveFlags } from './flags.ts';
import { resolutionDocument } from './resolution-document.ts';
import { resolutionTable } from './resolution-table.ts';
import { resolveRead } from './resolve-read.ts';

/** What `taskpack resolve` does. */
export async function runResolve(flags: ResolveFlags, terminal: Terminal): Promise<void> {
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const { builders, problems } = flags.offline
    ? resolveRead(read, flags)
    : await asking(
        read,
        (documents) => resolveRead(documents, flags),
        async (images) => withRegistry(flags, terminal, async (client) => askForImages(client, images)),
      );
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  reportProblems(problems, terminal.errors);
  await writeTexts(terminal.output, textsOf(builders, flags.output));
}

function textsOf(builders: readonly ReadBuilder[], output: ResolveFlags['output']): Iterable<string> {
  switch (output) {
    case 'table':
      return [builders.map(resolutionTable).join('\n')];
    case 'yaml':
      return yamlTexts(builders.map(resolutionDocument));
    case 'json':
      return jsonTexts(builders.map(resolutionDocument));
  }
}

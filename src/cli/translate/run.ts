import { hasErrors } from '../../model/problem.ts';
import type { Translation } from '../../translate/translate.ts';
import { CommandFailure } from '../command-failure.ts';
import type { ImageAnswers } from '../registry/ask-for-images.ts';
import { asking } from '../registry/asking.ts';
import { reportProblems } from '../report.ts';
import { settingsOf } from '../settings-of.ts';
import type { Terminal } from '../terminal.ts';
import { writeTexts } from '../write-texts.ts';
import type { TranslateFlags } from './flags.ts';
import { readDocuments, type Documents } from './input/read-documents.ts';
import { translateOptionsOf } from './options.ts';
import { formatManifests } from './output/format-manifests.ts';
import { translateRead } from './translate-read.ts';

/** What `taskpack translate` does. */
export async function runTranslate(flags: TranslateFlags, terminal: Terminal): Promise<void> {
  const options = translateOptionsOf(flags, settingsOf(terminal));
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const work = (documents: Documents): Translation => translateRead(documents, options);
  const { manifests, problems } = flags.offline
    ? work(read)
    : await asking(read, work, async (images) => ask(images, flags, terminal));
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  reportProblems(problems, terminal.errors);
  await writeTexts(terminal.output, formatManifests(manifests, flags.output));
}

/** The client is loaded only now: most translations ask nobody, and start faster without it. */
async function ask(images: readonly string[], flags: TranslateFlags, terminal: Terminal): Promise<ImageAnswers> {
  const { askRegistries } = await import('../registry/ask-registries.ts');
  return askRegistries(images, flags, terminal);
}

import { readObjects } from '../../core/api/read-objects.ts';
import type { TranslateOptions } from '../../core/translate/options.ts';
import type { Translation } from '../../core/translate/translate.ts';
import type { MissingImage } from '../../core/translate/images-without-facts.ts';
import type { Documents } from '../input.ts';
import type { Platform } from '../../clients/registry/client/manifests/platform.ts';
import type { RegistryFlags } from '../options.ts';
import type { ImageAnswers } from '../registry/inspect-images.ts';
import { OFFLINE_HINT, withMissingFacts } from '../registry/missing-facts.ts';
import type { Terminal } from '../terminal.ts';
import { translateDocuments } from './translate-documents.ts';

interface TranslateFilesFlags extends LookupFlags {
  readonly offline?: true;
}

/** Translates documents. Reads facts of images that are missing from registries, unless `--offline` is set. */
export async function translateFiles(
  read: Documents,
  options: TranslateOptions,
  flags: TranslateFilesFlags,
  terminal: Terminal,
): Promise<Translation> {
  const work = (documents: Documents): Translation => translateDocuments(documents, options);
  if (flags.offline === true) return work(read);
  return withMissingFacts(read, work, async (images) => readMissingFacts(images, read, flags, terminal), OFFLINE_HINT);
}

/** The options of commands that read images with the logins of their files. */
interface LookupFlags extends RegistryFlags {
  readonly namespace?: string;
  readonly platform?: Platform;
}

/** Loads the registry client only if facts are missing, because most translations need no registry and start faster. */
export async function readMissingFacts(
  images: readonly MissingImage[],
  { documents }: Pick<Documents, 'documents'>,
  { namespace, ...flags }: LookupFlags,
  terminal: Terminal,
): Promise<ImageAnswers> {
  const { readFactsFromRegistries } = await import('../registry/inspect-images.ts');
  const accounts = { objects: readObjects(documents).objects, ...(namespace !== undefined && { namespace }) };
  return readFactsFromRegistries(images, accounts, flags, terminal);
}

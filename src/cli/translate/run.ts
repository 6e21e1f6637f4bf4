import { hasErrors, type Problem } from '../../model/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import type { TranslateOptions } from '../../translate/options.ts';
import { withStrictness } from '../../translate/strictness.ts';
import { translate, type Translation } from '../../translate/translate.ts';
import { withUnreleasedNote, unreleasedImages } from '../default-images.ts';
import { readDocuments, type Documents } from '../input.ts';
import type { RegistryFlags } from '../options.ts';
import { formatManifests, type OutputFormat } from '../output.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import type { ImageAnswers } from '../registry/inspect-images.ts';
import { OFFLINE_HINT, withMissingFacts } from '../registry/missing-facts.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/** The parsed options of `taskpack translate`. */
export interface TranslateFlags extends RegistryFlags {
  readonly filename: readonly string[];
  readonly recursive?: true;
  readonly to: TranslateOptions['to'];
  readonly layout?: TranslateOptions['layout'];
  readonly sidecar: TranslateOptions['dummySidecar'];
  readonly sidecars: boolean;
  readonly platformApi?: string;
  readonly stepsImage?: string;
  readonly entrypointImage?: string;
  readonly now?: number;
  readonly namespace?: string;
  readonly strict?: true;
  readonly offline?: true;
  readonly output: OutputFormat;
}

/** Runs `taskpack translate`. */
export async function runTranslate(flags: TranslateFlags, terminal: Terminal): Promise<void> {
  const options = translateOptionsOf(flags, settingsOf(terminal));
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const translateWith = (documents: Documents): Translation => translateDocuments(documents, options);
  const { manifests, problems } = flags.offline
    ? translateWith(read)
    : await withMissingFacts(
        read,
        translateWith,
        async (images) => readMissingFacts(images, flags, terminal),
        OFFLINE_HINT,
      );
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  reportProblems(problems, terminal.errors);
  const texts = formatManifests(manifests, flags.output);
  const images = unreleasedImages(flags, terminal.environment);
  await writeTexts(terminal.output, withUnreleasedNote(texts, images, terminal.errors));
}

/** Loads the registry client only if facts are missing, because most translations need no registry and start faster. */
async function readMissingFacts(
  images: readonly string[],
  flags: TranslateFlags,
  terminal: Terminal,
): Promise<ImageAnswers> {
  const { readFactsFromRegistries } = await import('../registry/inspect-images.ts');
  return readFactsFromRegistries(images, flags, terminal);
}

/** Returns the options of the command line, or else the settings of the environment. */
export function translateOptionsOf(flags: TranslateFlags, settings: Settings): TranslateOptions {
  return {
    to: flags.to,
    // With `auto`, the controller detects injection at the API server. Files have no API server.
    layout: flags.layout ?? (settings.injectedSidecars === 'true' ? 'containers' : 'init'),
    dummySidecar: flags.sidecar,
    injectedSidecars: flags.sidecars ? 'expected' : 'none',
    waiterDelivery: settings.waiterDelivery,
    maximumPlatformApi: flags.platformApi ?? settings.maximumPlatformApi,
    strict: flags.strict ?? false,
    images: {
      steps: flags.stepsImage ?? settings.stepsImage,
      entrypoint: flags.entrypointImage ?? settings.entrypointImage,
    },
    lifecycleImages: settings.lifecycleImages,
    requireTrustedLifecycle: settings.requireTrustedLifecycle,
    allowedAnnotations: settings.allowedAnnotations,
    workloadIdentity: settings.workloadIdentity,
    envFromSecrets: settings.envFromSecrets,
    trustUnknownSshHosts: settings.trustUnknownSshHosts,
    sourceLimits: settings.sourceLimits,
    ...(flags.now !== undefined && { now: flags.now }),
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
  };
}

/** Translates the documents. If a file or document is unreadable, returns no manifests, only the problems. */
export function translateDocuments(read: Documents, options: TranslateOptions): Translation {
  const problems = withStrictness(read.problems, options.strict);
  if (!hasErrors(problems)) {
    const translation = translate(read.documents, options);
    return { ...translation, problems: [...problems, ...translation.problems] };
  }
  if (read.documents.length === 0) return { manifests: [], problems };
  const { problems: others } = translate(read.documents, { ...options, strict: false }, 'partial');
  return { manifests: [], problems: [...problems, ...others.filter(isIndependentOfUnread)] };
}

/** True if the problem does not depend on the unreadable documents, as warnings and missing facts may. */
function isIndependentOfUnread({ severity, lacksFactsOf }: Problem): boolean {
  return severity === 'error' && lacksFactsOf === undefined;
}

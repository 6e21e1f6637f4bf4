import type { BuilderName } from '../../cluster/universe/builder-documents.ts';
import type { UniverseDocuments } from '../../cluster/universe/documents.ts';
import { runCommand } from '../../support/command.ts';

/**
 * Runs `taskpack builder publish` for a builder of the universe, up to a Platform API. Returns the builder's reference.
 */
export function publishedBuilder(
  { parts, builders }: UniverseDocuments,
  name: BuilderName,
  platformApi: string,
): string {
  return publishBuilder([...parts, builders[name]], platformApi);
}

/** Runs `taskpack builder publish` for the builder among some documents, up to a Platform API. Returns the builder's reference. */
export function publishBuilder(documents: readonly object[], platformApi: string): string {
  return taskpack(['builder', 'publish'], documents, { MAXIMUM_PLATFORM_API_VERSION: platformApi }).trim();
}

/** The buildpacks of the builder as `taskpack resolve` prints them, `id@version`. */
export function resolvedBuildpacks({ parts, builders }: UniverseDocuments, name: BuilderName): readonly string[] {
  const { buildpacks } = JSON.parse(taskpack(['resolve', '--output', 'json'], [...parts, builders[name]])) as {
    readonly buildpacks: readonly { readonly id: string; readonly version: string }[];
  };
  return buildpacks.map(({ id, version }) => `${id}@${version}`);
}

function taskpack(
  args: readonly string[],
  documents: readonly object[],
  env: Readonly<Record<string, string>> = {},
): string {
  const stdin = documents.map((document) => JSON.stringify(document)).join('\n---\n');
  const { status, stdout, stderr } = runCommand([...args, '-f', '-'], { stdin, env });
  if (status !== 0) throw new Error(`taskpack ${args.join(' ')}: ${stderr}`);
  return stdout;
}

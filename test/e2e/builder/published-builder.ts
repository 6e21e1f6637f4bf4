import type { BuilderName } from '../../cluster/universe/builder-documents.ts';
import type { UniverseDocuments } from '../../cluster/universe/documents.ts';
import { runCommand } from '../../support/command.ts';

/** Has `taskpack builder publish` make a builder of the universe, for pods that speak up to this; gives its reference. */
export function publishedBuilder(
  { parts, builders }: UniverseDocuments,
  name: BuilderName,
  platformApi: string,
): string {
  const stdin = [...parts, builders[name]].map((document) => JSON.stringify(document)).join('\n---\n');
  const env = { MAXIMUM_PLATFORM_API_VERSION: platformApi };
  const { status, stdout, stderr } = runCommand(['builder', 'publish', '-f', '-'], { stdin, env });
  if (status !== 0) throw new Error(`builder ${name} is not published: ${stderr}`);
  return stdout.trim();
}

import { plainJson } from '../../core/model/json.ts';
import type { FieldProblem } from '../../core/model/problem.ts';
import type { BuilderFlags, BuilderSelection } from '../builder/read-builders.ts';
import { placeProblems } from '../builder/place-problems.ts';
import { readBuilders, type ReadBuilders } from '../builder/read-builders.ts';
import { readDocuments, type Documents } from '../input.ts';
import type { RegistryFlags } from '../options.ts';
import { jsonTexts, yamlTexts } from '../output.ts';
import { reportOrFail } from '../problems.ts';
import { OFFLINE_HINT, withMissingFacts } from '../registry/missing-facts.ts';
import { warnOfMisspeltSettings } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { readMissingFacts } from '../translate/translate-files.ts';
import { resolutionView, type ResolutionView } from '../../insight/views/resolution-view.ts';
import { resolutionTable } from './resolution-table.ts';

/** The parsed options of `taskpack resolve`. */
export interface ResolveFlags extends BuilderFlags, RegistryFlags {
  readonly offline?: true;
  readonly output: 'table' | 'yaml' | 'json';
}

/** Runs `taskpack resolve`. */
export async function runResolve(flags: ResolveFlags, terminal: Terminal): Promise<void> {
  warnOfMisspeltSettings(terminal);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const { builders, problems } = flags.offline
    ? resolveRead(read, flags)
    : await withMissingFacts(
        read,
        (documents) => resolveRead(documents, flags),
        async (images) => readMissingFacts(images, read, flags, terminal),
        OFFLINE_HINT,
      );
  reportOrFail(problems, terminal.errors);
  const views = builders.map(({ reading }) => resolutionView(reading));
  await writeTexts(terminal.output, textsOf(views, flags.output));
}

function textsOf(views: readonly ResolutionView[], output: ResolveFlags['output']): Iterable<string> {
  switch (output) {
    case 'table':
      return [views.map(resolutionTable).join('\n')];
    case 'yaml':
      return yamlTexts(views.map(plainJson));
    case 'json':
      return jsonTexts(views.map(plainJson));
  }
}

/** Reads the selected builders, with the problems of the documents and of the builders' orders, stacks and lifecycles. */
function resolveRead(read: Documents, flags: BuilderSelection): ReadBuilders {
  const { builders, objects, problems } = readBuilders(read, flags);
  return {
    builders,
    objects,
    problems: [
      ...problems,
      ...builders.flatMap(({ object, reading }) => placeProblems(reading.problems.map(ofOrder), object, objects)),
    ],
  };
}

/** The order does not depend on the stack and the lifecycle. Without them, the buildpacks are not checked against them. */
function ofOrder(problem: FieldProblem): FieldProblem {
  const [spec, field] = problem.paths[0];
  if (spec !== 'spec' || (field !== 'stack' && field !== 'lifecycle') || problem.severity !== 'error') return problem;
  return { ...problem, severity: 'warning', message: `not checked against the ${field}: ${problem.message}` };
}

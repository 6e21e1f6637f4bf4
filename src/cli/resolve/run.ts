import type { Offer } from '../../buildpacks/offer.ts';
import type { ContainedBuildpack, ResolvedEntry } from '../../buildpacks/resolution.ts';
import type { Considered } from '../../buildpacks/select-buildpack.ts';
import type { JsonObject } from '../../model/json.ts';
import { formatFieldPath, hasErrors, type FieldProblem } from '../../model/problem.ts';
import type { BuilderFlags } from '../builder/read-builders.ts';
import { placeProblems } from '../builder/place-problems.ts';
import { readBuilders, type ReadBuilder, type ReadBuilders } from '../builder/read-builders.ts';
import { readDocuments, type Documents } from '../input.ts';
import type { RegistryFlags } from '../options.ts';
import { jsonTexts, yamlTexts } from '../output.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import { readFactsOfImages } from '../registry/inspect-images.ts';
import { OFFLINE_HINT, withMissingFacts } from '../registry/missing-facts.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { warnOfMisspeltSettings } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
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
        async (images) => withRegistry(flags, terminal, async (client) => readFactsOfImages(client, images)),
        OFFLINE_HINT,
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

/** Reads the selected builders, with the problems of the documents and of the builders' orders, stacks and lifecycles. */
function resolveRead(read: Documents, flags: Pick<BuilderFlags, 'namespace' | 'builder'>): ReadBuilders {
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

/** Returns a builder's resolution for programs: the order as in the status, the choice of each entry, and all buildpacks. */
function resolutionDocument({ object, reading }: ReadBuilder): JsonObject {
  const { metadata } = object.value;
  const { resolution } = reading;
  return {
    kind: object.kind,
    ...(metadata.namespace !== undefined && object.kind === 'Builder' && { namespace: metadata.namespace }),
    name: metadata.name,
    order:
      resolution.kind === 'resolved'
        ? resolution.order.map(({ group }) => ({ group: group.map((entry) => ({ ...entry })) }))
        : [],
    entries: resolution.entries.map(entryOf),
    buildpacks: resolution.kind === 'resolved' ? resolution.buildpacks.map(containedOf) : [],
  };
}

function entryOf({ path, chosen, why, considered }: ResolvedEntry): JsonObject {
  return { path: formatFieldPath(path), ...offerOf(chosen), why: { ...why }, considered: considered.map(consideredOf) };
}

function consideredOf({ because, ...offer }: Considered): JsonObject {
  return { ...offerOf(offer), because };
}

function containedOf({ alsoIn, ...offer }: ContainedBuildpack): JsonObject {
  return { ...offerOf(offer), alsoIn: alsoIn.map((resource) => ({ ...resource })) };
}

function offerOf({ buildpack, resource }: Offer): JsonObject {
  const { id, version, image, diffId, digest, size } = buildpack;
  return { id, version, diffId, digest, size, resource: { ...resource }, ...(image !== undefined && { image }) };
}

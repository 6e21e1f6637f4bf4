import { boundedNames } from '../../model/bounded-messages.ts';
import { oneLine } from '../../model/one-line.ts';
import type { UnknownBuilderView, UsedBuilderView } from '../../views/explanation-view.ts';
import { referenceText } from '../../views/object-view.ts';
import { buildpacksWithin, buildpackText, consideredTexts, whyText } from '../../views/resolution-view.ts';

/** Formats a builder: the groups of its order, which buildpack is in each, from which resource, and why. */
export function builderLines(view: UsedBuilderView): readonly string[] {
  const { entries, usedBy, problems, statusOrder = [] } = view;
  const within = buildpacksWithin(view).map(buildpackText);
  const lines = [
    `  ${referenceText(view)}, used by ${usedBy.join(', ')}`,
    ...problems.map((problem) => `    ! ${problem}`),
    ...groupsOf(entries).flatMap((group) => [`    group ${group[0]?.group}`, ...group.flatMap(entryLines)]),
    ...(within.length === 0 ? [] : ['    within these buildpacks', ...within.map((text) => `      ${text}`)]),
    ...statusOrder.flatMap((group, index) => [
      `    group ${index + 1}, as in the status of the builder`,
      ...group.map(
        ({ id, version, isOptional }) => `      ${buildpackText({ id, version })}${optionalText(isOptional)}`,
      ),
    ]),
  ];
  return lines.map(oneLine);
}

/** Formats a builder image of which the input has no Builder or ClusterBuilder. */
export function unknownBuilderLines({ usedBy, image }: UnknownBuilderView): readonly string[] {
  return [`  builder image ${image}, used by ${usedBy}`, '    ! no builder of the input has this image'].map(oneLine);
}

function groupsOf(entries: UsedBuilderView['entries']): readonly UsedBuilderView['entries'][] {
  return [...new Set(entries.map(({ group }) => group))].map((number) =>
    entries.filter(({ group }) => group === number),
  );
}

/** A line names at most this number of other candidates. */
const MAX_SHOWN = 3;

function entryLines(entry: UsedBuilderView['entries'][number]): readonly string[] {
  const { kind, name } = entry.resource;
  const considered = boundedNames(consideredTexts(entry), MAX_SHOWN);
  return [
    `      ${buildpackText(entry)}${optionalText(entry.optional)}, from ${kind} ${name}`,
    `        <- ${entry.origin}: ${whyText(entry.why)}${considered === '' ? '' : ` (considered: ${considered})`}`,
  ];
}

function optionalText(isOptional: boolean | undefined): string {
  return isOptional === true ? ' (optional)' : '';
}

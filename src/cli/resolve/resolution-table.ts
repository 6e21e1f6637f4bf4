import { formatResource } from '../../buildpacks/buildpack-source.ts';
import { formatOffer, type Offer } from '../../buildpacks/offer.ts';
import type { ResolvedEntry } from '../../buildpacks/resolution.ts';
import type { Why } from '../../buildpacks/select-version.ts';
import { boundedNames } from '../../model/bounded-messages.ts';
import { formatBuilder, type ReadBuilder } from '../builder/read-builders.ts';
import { formatRows } from '../table.ts';

/** A cell names at most this number of other candidates or resources. */
const MAX_SHOWN = 3;

/** Formats a builder's resolution for people: the selected buildpack of each entry of the order, and their components. */
export function resolutionTable({ object, reading }: ReadBuilder): string {
  const { resolution } = reading;
  const entries = formatTable(
    ['GROUP', 'BUILDPACK', 'FROM', 'IMAGE', 'WHY', 'CONSIDERED'],
    resolution.entries.map((entry) => entryRow(entry, isOptional(entry, object.value.spec.order))),
  );
  const chosen = new Set(resolution.entries.map((entry) => formatOffer(entry.chosen)));
  const children =
    resolution.kind === 'resolved' ? resolution.buildpacks.filter((offer) => !chosen.has(formatOffer(offer))) : [];
  const within = formatTable(
    ['WITHIN', 'BUILDPACK', 'FROM', 'IMAGE', 'ALSO IN'],
    children.map((offer) => [
      '',
      formatOffer(offer),
      fromOf(offer),
      shortImage(offer),
      boundedNames(offer.alsoIn.map(formatResource), MAX_SHOWN),
    ]),
  );
  return [`${formatBuilder(object)}\n`, entries, ...(children.length === 0 ? [] : ['\n', within])].join('');
}

function entryRow({ path, chosen, why, considered }: ResolvedEntry, optional: boolean): readonly string[] {
  const [, , group] = path;
  const same = considered.filter(({ because }) => because === 'same');
  const others = considered.filter(({ because }) => because !== 'same');
  return [
    String(Number(group) + 1),
    `${formatOffer(chosen)}${optional ? ' (optional)' : ''}`,
    fromOf(chosen),
    shortImage(chosen),
    describeWhy(why),
    boundedNames(
      [
        ...same.map(({ resource }) => `also in ${formatResource(resource)}`),
        ...others.map(({ buildpack }) => buildpack.version),
      ],
      MAX_SHOWN,
    ),
  ];
}

/** Returns the resource that offers a buildpack. The next column has the image if the order names an image. */
function fromOf({ resource }: Offer): string {
  return resource.kind === 'image' ? 'image' : formatResource(resource);
}

/** Returns the image with a shortened digest. */
function shortImage({ buildpack: { image = '' } }: Offer): string {
  return image.replace(/(?<=@sha256:[0-9a-f]{12})[0-9a-f]+$/, '');
}

function isOptional({ path }: ResolvedEntry, order: ReadBuilder['object']['value']['spec']['order'] = []): boolean {
  const [, , group, , place] = path;
  return order[Number(group)]?.group?.[Number(place)]?.optional === true;
}

/** Says why this version was selected. */
function describeWhy(why: Why): string {
  switch (why.kind) {
    case 'exact':
      return 'version given';
    case 'only':
      return 'only version';
    case 'highest':
      return `highest of ${why.of} versions`;
    case 'range':
      return why.of === 1 ? `only version in ${why.range}` : `highest of ${why.of} versions in ${why.range}`;
  }
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return formatRows(
    heads.map((head, index) => ({ head, cell: (row: readonly string[]) => row[index] ?? '' })),
    rows,
  );
}

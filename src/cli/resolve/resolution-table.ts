import { boundedNames } from '../../core/model/bounded-messages.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import {
  buildpacksWithin,
  buildpackText,
  consideredTexts,
  whyText,
  type EntryView,
  type OfferView,
  type ResolutionView,
} from '../../insight/views/resolution-view.ts';
import { formatRows } from '../table.ts';

/** A cell names at most this number of other candidates or resources. */
const MAX_SHOWN = 3;

/** Formats a builder's resolution for people: the selected buildpack of each entry of the order, and their components. */
export function resolutionTable(view: ResolutionView): string {
  const entries = formatTable(['GROUP', 'BUILDPACK', 'FROM', 'IMAGE', 'WHY', 'CONSIDERED'], view.entries.map(entryRow));
  const children = buildpacksWithin(view);
  const within = formatTable(
    ['WITHIN', 'BUILDPACK', 'FROM', 'IMAGE', 'ALSO IN'],
    children.map((offer) => [
      '',
      buildpackText(offer),
      fromOf(offer),
      shortImage(offer),
      boundedNames(
        offer.alsoIn.map(({ kind, name }) => `${kind} ${name}`),
        MAX_SHOWN,
      ),
    ]),
  );
  return [`${referenceText(view)}\n`, entries, ...(children.length === 0 ? [] : ['\n', within])].join('');
}

function entryRow(entry: EntryView): readonly string[] {
  return [
    String(entry.group),
    `${buildpackText(entry)}${entry.optional === true ? ' (optional)' : ''}`,
    fromOf(entry),
    shortImage(entry),
    whyText(entry.why),
    boundedNames(consideredTexts(entry), MAX_SHOWN),
  ];
}

/** Returns the resource that offers a buildpack. The next column has the image if the order names an image. */
function fromOf({ resource: { kind, name } }: OfferView): string {
  return kind === 'image' ? 'image' : `${kind} ${name}`;
}

/** Returns the image with a shortened digest. */
function shortImage({ image = '' }: OfferView): string {
  return image.replace(/(?<=@sha256:[0-9a-f]{12})[0-9a-f]+$/, '');
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return formatRows(
    heads.map((head, index) => ({ head, cell: (row: readonly string[]) => row[index] ?? '' })),
    rows,
  );
}

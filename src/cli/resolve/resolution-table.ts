import { formatOffer, type Offer } from '../../buildpacks/offer.ts';
import type { ResolvedEntry } from '../../buildpacks/resolution.ts';
import { formatResource } from '../../buildpacks/source.ts';
import { formatBuilder } from '../builder/builder-object.ts';
import type { ReadBuilder } from '../builder/read-builders.ts';
import { describeWhy } from './describe-why.ts';
import { formatTable } from './table.ts';

/** Of what else there was, so many are named. */
const MOST_CONSIDERED = 3;

/** A builder's resolution for people: what each entry of the order means, and what comes along. */
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
    ['WITHIN', 'BUILDPACK', 'FROM', 'IMAGE'],
    children.map((offer) => ['', formatOffer(offer), fromOf(offer), shortImage(offer)]),
  );
  return [`${formatBuilder(object)}\n`, entries, ...(children.length === 0 ? [] : ['\n', within])].join('');
}

function entryRow({ path, chosen, why, considered }: ResolvedEntry, optional: boolean): readonly string[] {
  const [, , group] = path;
  const others = considered.slice(0, MOST_CONSIDERED).map((each) => {
    return each.because === 'same' ? `the same of ${formatResource(each.resource)}` : each.buildpack.version;
  });
  const rest = considered.length > MOST_CONSIDERED ? [`${considered.length - MOST_CONSIDERED} more`] : [];
  return [
    String(Number(group) + 1),
    `${formatOffer(chosen)}${optional ? ' (optional)' : ''}`,
    fromOf(chosen),
    shortImage(chosen),
    describeWhy(why),
    [...others, ...rest].join(', '),
  ];
}

/** An image that the order names itself is in the next column. */
function fromOf({ resource }: Offer): string {
  return resource.kind === 'image' ? 'image' : formatResource(resource);
}

/** As much of a digest as tells one from another. */
function shortImage({ buildpack: { image = '' } }: Offer): string {
  return image.replace(/(?<=@sha256:[0-9a-f]{12})[0-9a-f]+$/, '');
}

function isOptional({ path }: ResolvedEntry, order: ReadBuilder['object']['value']['spec']['order'] = []): boolean {
  const [, , group, , place] = path;
  return order[Number(group)]?.group?.[Number(place)]?.optional === true;
}

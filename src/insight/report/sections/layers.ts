import type { ImageLayersView, LayerView } from '../../views/image-layers-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { sizeText } from '../../views/size-text.ts';
import { element, type Markup } from '../markup.ts';
import { bar, BAR_WIDTH, table, type Section } from './section.ts';

/** Returns the layers of the image by size, with those that the previous image lacks. */
export function layersSection({ content }: Pick<ReportView, 'content'>): Section | undefined {
  if (content === undefined) return undefined;
  const largest = Math.max(1, ...content.layers.map(({ sizeBytes }) => sizeBytes));
  const layers = content.layers.toSorted((one, other) => other.sizeBytes - one.sizeBytes);
  const columns = [
    { head: 'Layer' },
    { head: 'Compared', style: 'word' },
    { head: 'Size', style: 'number' },
    { head: `From 0 B to ${sizeText(largest)}`, style: 'bar' },
  ] as const;
  const rows = layers.map((layer) => row(layer, largest));
  return { id: 'layers', title: 'Layers', content: [element('p', {}, summary(content)), table(columns, rows)] };
}

function summary({ layers, sizeBytes, newBytes, isCompared }: ImageLayersView): string {
  const whole = `The image has ${layers.length} layers of ${sizeText(sizeBytes)}, compressed.`;
  return isCompared ? `${whole} ${sizeText(newBytes)} are new; the previous image has the other layers.` : whole;
}

function row({ what, digest, sizeBytes, isNew }: LayerView, largest: number): readonly Markup[] {
  const compared = isNew === undefined ? '' : isNew ? 'new' : 'reused';
  const width = (sizeBytes / largest) * BAR_WIDTH;
  return [
    [what, element('br'), element('code', { class: 'muted' }, digest.slice(0, 19))],
    compared,
    sizeText(sizeBytes),
    bar(0, width, isNew === false ? 'reused' : 'new'),
  ];
}

/** Returns the packages in the software bill of materials of the image. */
export function packagesSection({ content }: Pick<ReportView, 'content'>): Section | undefined {
  const packages = content?.packages;
  if (packages === undefined || packages.length === 0) return undefined;
  const columns = [{ head: 'Package' }, { head: 'Version' }, { head: 'Buildpack' }];
  const rows = packages.map(({ name, version, buildpack }) => [name, version, buildpack]);
  const summaryText = `${packages.length} packages in the software bill of materials`;
  return {
    id: 'packages',
    title: 'Packages',
    content: element('details', {}, element('summary', {}, summaryText), table(columns, rows)),
  };
}

import { boundedNames, boundedText } from '../../core/model/bounded-messages.ts';
import { oneLine } from '../../core/model/one-line.ts';
import type { BuildChangesView, ComparisonView, PackageChangesView } from '../../insight/views/build-changes-view.ts';
import type { ComparedImage } from '../../insight/views/compared-image.ts';
import type { ComparedLayer, LayerChangesView, PartChange } from '../../insight/views/layer-changes.ts';
import { totalBytes } from '../../insight/views/image-layers.ts';
import type { PackageChange } from '../../insight/views/packages.ts';
import { sizeText } from '../../insight/views/size-text.ts';
import { shortDigest } from '../../insight/views/source-view.ts';
import type { VersionChange } from '../../insight/views/version-changes.ts';
import type { Change, Paint } from '../objects/paint.ts';
import { preformatted, section, SECTION_WIDTH } from '../status/text-layout.ts';
import { formatRows, type TableColumn } from '../table.ts';

/** Formats what differs between the image of a Build and the compared image. */
export function comparisonSections({ builtImage, comparison }: BuildChangesView, paint: Paint): string {
  const result = section(paint.title('Result'), builtImage === undefined ? [] : [builtImage]);
  switch (comparison.kind) {
    case 'none':
      return result + section(paint.title('Compared'), [comparison.why]);
    case 'same-image':
      return result + comparedSection(comparison.with, paint, ['Both images are the same.']);
    case 'compared':
      return result + comparedSection(comparison.with, paint) + differences(comparison, paint);
  }
}

function comparedSection(compared: ComparedImage, paint: Paint, more: readonly string[] = []): string {
  const { image, build } = compared;
  const heading = build === undefined ? 'Compared with the previous image' : `Compared with ${oneLine(build.name)}`;
  return section(paint.title(heading), [image, ...selectionTexts(compared), ...more]);
}

/** More names would hide the rest. */
const MAX_SKIPPED = 5;

/** Returns why this image is compared, unless it is that of the Build before. */
function selectionTexts({ build, skipped }: ComparedImage): readonly string[] {
  const names = boundedNames(
    skipped.map(({ name }) => name),
    MAX_SKIPPED,
  );
  if (build !== undefined) return skipped.length === 0 ? [] : [`Builds in between, without an image: ${names}.`];
  return [
    'The Build names this image as the previous one. The Build of this image is not known.',
    ...(skipped.length === 0 ? [] : [`Earlier Builds, without an image: ${names}.`]),
  ];
}

function differences(
  { versions, layers, packages }: Extract<ComparisonView, { kind: 'compared' }>,
  paint: Paint,
): string {
  return [
    versions === undefined ? '' : versionsSection(versions, paint),
    layers === undefined ? '' : layersSection(layers, paint),
    packages === undefined ? '' : packagesSection(packages, paint),
  ].join('');
}

function changeColumn<Row extends { readonly change: Change }>(paint: Paint): TableColumn<Row> {
  return { head: 'CHANGE', cell: ({ change }) => change, paint: (text, { change }) => paint.change(text, change) };
}

/** Returns a column for texts of images, which can have any length. The layout of a table takes longer for longer texts. */
function cutColumn<Row>(head: string, cell: (row: Row) => string): TableColumn<Row> {
  return { head, cell: (row) => boundedText(cell(row), SECTION_WIDTH), isCut: true };
}

const NAMES = { buildpack: '', 'run-image': 'run image', lifecycle: 'lifecycle' } as const;

function versionsSection(versions: readonly VersionChange[], paint: Paint): string {
  const heading = paint.title('Buildpacks, run image and lifecycle');
  if (versions.length === 0) return section(heading, ['no difference']);
  const columns: readonly TableColumn<VersionChange>[] = [
    changeColumn(paint),
    cutColumn('NAME', ({ what, id }) => id ?? NAMES[what]),
    cutColumn('BEFORE', (each) => versionText(each, each.old, each.new)),
    cutColumn('NOW', (each) => versionText(each, each.new, each.old)),
  ];
  return preformatted(heading, formatRows(columns, versions, SECTION_WIDTH));
}

/** Returns one of two versions. For images in one repository, the digests are enough. */
function versionText({ what }: VersionChange, version = '-', other = ''): string {
  if (what !== 'run-image') return version;
  const [repository = '', digest = version] = version.split('@');
  return shortDigest(other.startsWith(`${repository}@`) ? digest : version);
}

function layersSection(changes: LayerChangesView, paint: Paint): string {
  const { parts, count, reusedCount, sizeBytes, oldSizeBytes, newBytes } = changes;
  const columns: readonly TableColumn<PartChange>[] = [
    changeColumn(paint),
    cutColumn('LAYERS', partText),
    { head: 'BEFORE', cell: ({ old }) => sizeOf(old) },
    { head: 'NOW', cell: (part) => sizeOf(part.new) },
    { head: 'NEW', cell: (part) => sizeOf(part.new.filter(({ isShared }) => !isShared)) },
  ];
  const sizes = `${sizeText(sizeBytes)} in ${count} layers (before: ${sizeText(oldSizeBytes)})`;
  const summary = `${sizes}: ${reusedCount} reused, ${count - reusedCount} new of ${sizeText(newBytes)}`;
  return preformatted(paint.title('Layers'), `${summary}\n${cutRows(columns, parts)}`);
}

function partText({ part, old, new: now }: PartChange): string {
  const count = Math.max(old.length, now.length);
  return count > 1 ? `${part} (${count})` : part;
}

function sizeOf(layers: readonly ComparedLayer[]): string {
  return layers.length === 0 ? '-' : sizeText(totalBytes(layers));
}

function packagesSection({ count, oldCount, changes }: PackageChangesView, paint: Paint): string {
  const columns: readonly TableColumn<PackageChange>[] = [
    changeColumn(paint),
    cutColumn('PACKAGE', ({ name }) => name),
    cutColumn('BEFORE', ({ old }) => versionsText(old)),
    cutColumn('NOW', (each) => versionsText(each.new)),
    cutColumn('BUILDPACK', ({ buildpacks }) => buildpacks.join(', ')),
  ];
  const kinds = (['added', 'removed', 'updated'] as const).map(
    (kind) => `${changes.filter(({ change }) => change === kind).length} ${kind}`,
  );
  const summary = `${count} packages (before: ${oldCount}): ${changes.length === 0 ? 'no difference' : kinds.join(', ')}`;
  return preformatted(paint.title('Packages'), `${summary}\n${cutRows(columns, changes)}`);
}

function versionsText(versions: readonly string[]): string {
  return versions.filter((version) => version !== '').join(', ') || '-';
}

/** The most rows of a table. `-o json` has all. */
const MAX_ROWS = 1000;

function cutRows<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const more = rows.length - MAX_ROWS;
  const text = formatRows(columns, rows.slice(0, MAX_ROWS), SECTION_WIDTH);
  return more > 0 ? `${text}and ${more} more\n` : text;
}

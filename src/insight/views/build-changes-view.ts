import type { Build } from '../../core/model/objects/build.ts';
import { buildSummary, type BuildSummary } from './build-view.ts';
import type { CommitRangeView } from './commit-ranges.ts';
import type { Compared, ComparedImage } from './compared-image.ts';
import type { OciImage } from './image-layers.ts';
import { layerChanges, type LayerChangesView } from './layer-changes.ts';
import { VIEW_VERSION } from './object-view.ts';
import { packageChanges, type PackageChange, type PackageView } from './packages.ts';
import { versionChanges, type VersionChange } from './version-changes.ts';

/** Why a Build ran, and what it changed in the image: the output of `taskpack why BUILD -o json`. */
export interface BuildChangesView extends BuildSummary {
  readonly apiVersion: 'taskpack.dev/v1alpha1';
  readonly kind: 'BuildChangesView';
  /** The commits behind the cause, and those behind the changes of the image if they are others. */
  readonly commits: readonly CommitRangeView[];
  readonly comparison: ComparisonView;
  /** Sentences about what could not be read, and why. */
  readonly gaps: readonly string[];
}

/** The image of a Build, compared with an earlier image. */
export type ComparisonView =
  /** There are no two images. `why` is a sentence. */
  | { readonly kind: 'none'; readonly why: string }
  /** Both Builds have the same image. */
  | { readonly kind: 'same-image'; readonly with: ComparedImage }
  | ({ readonly kind: 'compared'; readonly with: ComparedImage } & ImageChanges);

/** The differences between two images. A field is absent if it is not known for both images; `gaps` has the reason. */
export interface ImageChanges {
  readonly versions?: readonly VersionChange[];
  readonly layers?: LayerChangesView;
  readonly packages?: PackageChangesView;
}

/** The packages in the software bills of materials of two images. */
export interface PackageChangesView {
  readonly count: number;
  readonly oldCount: number;
  readonly changes: readonly PackageChange[];
}

/** An image as the registry has it, with its packages as far as they could be read. */
export interface OciImageWithPackages extends OciImage {
  readonly packages?: readonly PackageView[];
}

/** A Build, and what could be read about it. */
export interface BuildChangesInput {
  readonly build: Build;
  readonly compared: Compared | undefined;
  /** The image of the Build, and the compared image. */
  readonly image?: OciImageWithPackages;
  readonly previous?: OciImageWithPackages;
  readonly commits: readonly CommitRangeView[];
  readonly gaps: readonly string[];
  readonly nowMs: number;
}

/** Returns why a Build ran, and what it changed. */
export function buildChangesView(input: BuildChangesInput): BuildChangesView {
  const { build, nowMs, commits, gaps } = input;
  const summary = buildSummary({ build, nowMs });
  const comparison = comparisonView(summary, input);
  const lacksVersions = comparison.kind === 'compared' && comparison.versions === undefined;
  return {
    apiVersion: VIEW_VERSION,
    kind: 'BuildChangesView',
    ...summary,
    commits,
    comparison,
    gaps: lacksVersions ? [...gaps, LACKS_VERSIONS] : gaps,
  };
}

const LACKS_VERSIONS = 'The buildpacks: neither the Builds nor the labels of the images list them for both images.';

/** True if two references name one image by digest. */
export function isSameImage(one: string, other: string): boolean {
  const [left, right] = [one, other].map((image) => /@(sha256:[0-9a-f]{64})$/.exec(image)?.[1]);
  return left !== undefined && left === right;
}

function comparisonView(summary: BuildSummary, input: BuildChangesInput): ComparisonView {
  const { compared } = input;
  const { builtImage } = summary;
  if (builtImage === undefined) return { kind: 'none', why: withoutImage(summary) };
  if (compared === undefined)
    return { kind: 'none', why: 'This is the first image, so there is none to compare with.' };
  const { view } = compared;
  if (isSameImage(builtImage, view.image)) return { kind: 'same-image', with: view };
  return { kind: 'compared', with: view, ...imageChanges(compared, input) };
}

function withoutImage({ state }: BuildSummary): string {
  switch (state.kind) {
    case 'failed':
      return 'The Build failed, so it has no image.';
    case 'cancelled':
      return 'The Build was cancelled, so it has no image.';
    case 'succeeded':
      return 'The status of the Build has no image.';
    case 'waiting':
    case 'queued':
    case 'running':
      return 'The Build has no image yet.';
  }
}

function imageChanges(compared: Compared, { build, image, previous }: BuildChangesInput): ImageChanges {
  const old = { ...(compared.build && { build: compared.build }), ...(previous && { image: previous }) };
  const versions = versionChanges(old, { build, ...(image && { image }) });
  return {
    ...(versions !== undefined && { versions }),
    ...(image !== undefined && previous !== undefined && { layers: layerChanges(image, previous) }),
    ...packagesOf(image?.packages, previous?.packages),
  };
}

function packagesOf(
  now: readonly PackageView[] | undefined,
  old: readonly PackageView[] | undefined,
): Pick<ImageChanges, 'packages'> {
  if (now === undefined || old === undefined) return {};
  return { packages: { count: now.length, oldCount: old.length, changes: packageChanges(old, now) } };
}

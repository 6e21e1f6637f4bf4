import type { BuilderReading } from '../../core/builders/read-builder.ts';
import type { Resource } from '../../core/buildpacks/buildpack-source.ts';
import type { Offer } from '../../core/buildpacks/offer.ts';
import type { ResolvedEntry, ResolvedOrder } from '../../core/buildpacks/resolution.ts';
import type { Considered } from '../../core/buildpacks/select-buildpack.ts';
import type { Why } from '../../core/buildpacks/select-version.ts';
import { formatFieldPath } from '../../core/model/problem.ts';

/** The buildpacks that the order of a builder selects: the output of `taskpack resolve -o json`. */
export interface ResolutionView {
  /** `Builder` or `ClusterBuilder`. */
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The order by id and version. Empty if an entry cannot be resolved. */
  readonly order: ResolvedOrder;
  /** The entries of `spec.order` that were resolved. */
  readonly entries: readonly EntryView[];
  /** All buildpacks of the builder image. Empty if an entry cannot be resolved. */
  readonly buildpacks: readonly ContainedView[];
}

/** An entry of the order, the buildpack that was selected for it, and why. */
export interface EntryView extends OfferView {
  /** Such as `spec.order[0].group[1]`. */
  readonly path: string;
  /** The position of the group in the order, from 1. */
  readonly group: number;
  readonly optional?: true;
  readonly why: Why;
  /** The candidates that were not selected, highest version first. */
  readonly considered: readonly (OfferView & Pick<Considered, 'because'>)[];
}

/** A buildpack of the builder image, and the other resources that offer the same layer. */
export interface ContainedView extends OfferView {
  readonly alsoIn: readonly Resource[];
}

/** A buildpack and the resource that offers it. */
export interface OfferView {
  readonly id: string;
  readonly version: string;
  readonly diffId: string;
  readonly digest: string;
  /** Bytes of the compressed layer. */
  readonly size: number;
  readonly resource: Resource;
  readonly image?: string;
}

/** Returns the view of a builder whose order is resolved. */
export function resolutionView({
  builder,
  resolution,
}: Pick<BuilderReading, 'builder' | 'resolution'>): ResolutionView {
  const { kind, metadata, spec } = builder;
  const { order = [] } = spec;
  return {
    kind,
    ...(metadata.namespace !== undefined && kind === 'Builder' && { namespace: metadata.namespace }),
    name: metadata.name,
    order: resolution.kind === 'resolved' ? resolution.order : [],
    entries: resolution.entries.map((entry) => entryView(entry, order)),
    buildpacks:
      resolution.kind === 'resolved'
        ? resolution.buildpacks.map(({ alsoIn, ...offer }) => ({ ...offerView(offer), alsoIn }))
        : [],
  };
}

function entryView(
  { path, chosen, why, considered }: ResolvedEntry,
  order: NonNullable<BuilderReading['builder']['spec']['order']>,
): EntryView {
  const [group, index] = [Number(path[2]), Number(path[4])];
  return {
    path: formatFieldPath(path),
    group: group + 1,
    ...offerView(chosen),
    ...(order[group]?.group?.[index]?.optional === true && { optional: true }),
    why,
    considered: considered.map(({ because, ...offer }) => ({ ...offerView(offer), because })),
  };
}

function offerView({ buildpack, resource }: Offer): OfferView {
  const { id, version, image, diffId, digest, size } = buildpack;
  return { id, version, diffId, digest, size, resource, ...(image !== undefined && { image }) };
}

/** Returns the buildpacks of the builder image that no entry of the order names: those within composite buildpacks. */
export function buildpacksWithin({ entries, buildpacks }: ResolutionView): readonly ContainedView[] {
  const named = new Set(entries.map(buildpackText));
  return buildpacks.filter((buildpack) => !named.has(buildpackText(buildpack)));
}

/** Returns `id@version`, or only the id. */
export function buildpackText({ id, version }: { readonly id: string; readonly version?: string | undefined }): string {
  return version === undefined ? id : `${id}@${version}`;
}

/** Says why a version was selected. */
export function whyText(why: Why): string {
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

/** Returns the candidates that were not selected: the resources with the same buildpack, then the other versions. */
export function consideredTexts({ considered }: EntryView): readonly string[] {
  const same = considered.filter(({ because }) => because === 'same');
  const others = considered.filter(({ because }) => because !== 'same');
  return [
    ...same.map(({ resource: { kind, name } }) => `also in ${kind} ${name}`),
    ...others.map(({ version }) => version),
  ];
}

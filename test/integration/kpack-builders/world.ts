import type { Buildpack } from '../../../src/buildpacks/buildpack.ts';
import type { ImagePlatform } from '../../../src/buildpacks/compatibility/base-images.ts';
import type { OrderEntry } from '../../../src/buildpacks/reference.ts';

/** A buildpack in a status. kpack reads no `targets`. */
export type StatusBuildpack = Omit<Buildpack, 'image'> & { readonly storeImage: { readonly image: string } };

/** An object that has buildpacks. */
export interface PackageObject {
  readonly kind: 'Buildpack' | 'ClusterBuildpack' | 'ClusterStore';
  readonly metadata: { readonly name: string; readonly namespace?: string };
  /** Whom its images are pulled as; everybody has an account of their own, so that it tells who was chosen. */
  readonly spec: { readonly serviceAccountName: string } | { readonly serviceAccountRef: { readonly name: string } };
  readonly status: { readonly buildpacks: readonly StatusBuildpack[] };
}

interface BuilderObject {
  readonly kind: 'Builder' | 'ClusterBuilder';
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: {
    readonly tag: string;
    readonly order: readonly { readonly group: readonly OrderEntry[] }[];
  };
}

export interface Apis {
  readonly deprecated: readonly string[];
  readonly supported: readonly string[];
}

/** A builder and all that it may use: kpack's objects with their statuses, as far as kpack reads them. */
export interface World {
  readonly builder: BuilderObject;
  readonly buildpacks: readonly PackageObject[];
  readonly clusterBuildpacks: readonly PackageObject[];
  /** The one that the builder names. */
  readonly clusterStore?: PackageObject;
  readonly clusterStack: {
    readonly status: {
      readonly id: string;
      readonly mixins: readonly string[];
      readonly buildImage: { readonly latestImage: string };
      readonly runImage: { readonly latestImage: string };
    };
  };
  readonly clusterLifecycle: {
    readonly spec: { readonly image: string };
    readonly status: {
      readonly image: { readonly latestImage: string };
      readonly apis: { readonly buildpack: Apis; readonly platform: Apis };
    };
  };
  /** What the configurations of the images in the statuses say. */
  readonly platforms: Readonly<Record<string, ImagePlatform>>;
  /** What is in the images that the order names itself; kpack has no place for it. */
  readonly images: Readonly<Record<string, readonly StatusBuildpack[]>>;
}

/** The objects whose buildpacks the builder may use, in kpack's order. */
export function packagesInReach(world: World): readonly PackageObject[] {
  const { builder, buildpacks, clusterBuildpacks, clusterStore } = world;
  const isInReach = ({ metadata }: PackageObject): boolean =>
    builder.kind === 'Builder' && metadata.namespace === builder.metadata.namespace;
  return [...buildpacks.filter(isInReach), ...clusterBuildpacks, ...(clusterStore === undefined ? [] : [clusterStore])];
}

/** All entries of the order, group after group. */
export function entriesOf({ builder }: World): readonly OrderEntry[] {
  return builder.spec.order.flatMap(({ group }) => group);
}

/** The world with only these entries in its order. */
export function withEntries(world: World, entries: ReadonlySet<OrderEntry>): World {
  const { builder } = world;
  const order = builder.spec.order
    .map(({ group }) => ({ group: group.filter((entry) => entries.has(entry)) }))
    .filter(({ group }) => group.length > 0);
  return { ...world, builder: { ...builder, spec: { ...builder.spec, order } } };
}

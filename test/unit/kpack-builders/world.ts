import type { Buildpack } from '../../../src/core/buildpacks/buildpack.ts';
import type { ImagePlatform } from '../../../src/core/buildpacks/base-images.ts';
import type { OrderEntry } from '../../../src/core/buildpacks/order-entry.ts';

/** A buildpack in a status. kpack reads no `targets`. */
export type StatusBuildpack = Omit<Buildpack, 'image'> & { readonly storeImage: { readonly image: string } };

/** An object that provides buildpacks. */
export interface PackageObject {
  readonly kind: 'Buildpack' | 'ClusterBuildpack' | 'ClusterStore';
  readonly metadata: { readonly name: string; readonly namespace?: string };
  /**
   * The ServiceAccount that pulls the images. Each object has its own account, so the account identifies the object.
   */
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

/** A builder and the objects that it may use, with the fields of their statuses that kpack reads. */
export interface World {
  readonly builder: BuilderObject;
  readonly buildpacks: readonly PackageObject[];
  readonly clusterBuildpacks: readonly PackageObject[];
  /** The ClusterStore that the builder names. */
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
  /** The platforms in the configurations of the images, by image. */
  readonly platforms: Readonly<Record<string, ImagePlatform>>;
  /** The buildpacks of images that the order references. kpack has no such references. */
  readonly images: Readonly<Record<string, readonly StatusBuildpack[]>>;
}

/** Returns the objects whose buildpacks the builder may use, in kpack's order. */
export function packagesInReach(world: World): readonly PackageObject[] {
  const { builder, buildpacks, clusterBuildpacks, clusterStore } = world;
  const isInReach = ({ metadata }: PackageObject): boolean =>
    builder.kind === 'Builder' && metadata.namespace === builder.metadata.namespace;
  return [...buildpacks.filter(isInReach), ...clusterBuildpacks, ...(clusterStore === undefined ? [] : [clusterStore])];
}

/** Returns all entries of the order, group by group. */
export function entriesOf({ builder }: World): readonly OrderEntry[] {
  return builder.spec.order.flatMap(({ group }) => group);
}

/** Returns the world with only these entries in its order. */
export function withEntries(world: World, entries: ReadonlySet<OrderEntry>): World {
  const { builder } = world;
  const order = builder.spec.order
    .map(({ group }) => ({ group: group.filter((entry) => entries.has(entry)) }))
    .filter(({ group }) => group.length > 0);
  return { ...world, builder: { ...builder, spec: { ...builder.spec, order } } };
}

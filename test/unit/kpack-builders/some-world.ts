import { digestOf } from '../../../src/core/oci/digest.ts';
import type { OrderEntry } from '../../../src/core/buildpacks/order-entry.ts';
import type { PackageObject, StatusBuildpack, World } from './world.ts';

export const NAMESPACE = 'apps';

const BUILD_IMAGE = 'registry.example.com/build';
const LIFECYCLE_IMAGE = 'registry.example.com/lifecycle';

/** Parses `java@1.0.0`, or `java@1.0.0#2` for another layer of the same name. */
export function someBuildpack(text: string, more: Partial<StatusBuildpack> = {}): StatusBuildpack {
  const [id = '', version = ''] = text.replace(/#.*/, '').split('@');
  return {
    id,
    version,
    diffId: digestOf(Buffer.from(text)),
    digest: digestOf(Buffer.from(`gzip of ${text}`)),
    size: text.length,
    api: '0.10',
    storeImage: { image: 'registry.example.com/packages' },
    ...more,
  };
}

/** Returns a composite buildpack with one group: `someMeta('web@1', 'java@2', 'node')`. */
export function someMeta(text: string, ...children: readonly string[]): StatusBuildpack {
  const group = children.map((child) => {
    const [id = '', version] = child.split('@');
    return { id, ...(version !== undefined && { version }) };
  });
  return someBuildpack(text, { order: [{ group }] });
}

/** Returns an object with these buildpacks, given as objects or by name. */
export function somePackage(
  kind: PackageObject['kind'],
  name: string,
  ...buildpacks: readonly (string | StatusBuildpack)[]
): PackageObject {
  const account = `${kind}/${name}`;
  const isNamespaced = kind === 'Buildpack';
  return {
    kind,
    metadata: { name, ...(isNamespaced && { namespace: NAMESPACE }) },
    spec: isNamespaced ? { serviceAccountName: account } : { serviceAccountRef: { name: account } },
    status: { buildpacks: buildpacks.map((item) => (typeof item === 'string' ? someBuildpack(item) : item)) },
  };
}

/** Returns a Builder with one group of these entries, and a stack and lifecycle that all buildpacks support. */
export function someWorld(
  entries: readonly OrderEntry[],
  packages: readonly PackageObject[] = [],
  more: Partial<World> = {},
): World {
  const ofKind = (kind: PackageObject['kind']): readonly PackageObject[] => packages.filter((one) => one.kind === kind);
  const [clusterStore] = ofKind('ClusterStore');
  return {
    builder: someBuilder([{ group: entries }]),
    buildpacks: ofKind('Buildpack'),
    clusterBuildpacks: ofKind('ClusterBuildpack'),
    ...(clusterStore !== undefined && { clusterStore }),
    clusterStack: someStack(),
    clusterLifecycle: someLifecycle(),
    platforms: somePlatforms(),
    images: {},
    ...more,
  };
}

export function someBuilder(
  order: World['builder']['spec']['order'],
  kind: World['builder']['kind'] = 'Builder',
): World['builder'] {
  const metadata = kind === 'Builder' ? { name: 'some', namespace: NAMESPACE } : { name: 'some' };
  return { kind, metadata, spec: { tag: 'registry.example.com/builder', order } };
}

export function someStack(id = 'stack', mixins: readonly string[] = ['git']): World['clusterStack'] {
  const image = { latestImage: BUILD_IMAGE };
  return { status: { id, mixins, buildImage: image, runImage: image } };
}

export function someLifecycle(
  buildpackApis: readonly string[] = ['0.9', '0.10'],
  platformApis: readonly string[] = ['0.7', '0.8', '0.9', '0.12'],
): World['clusterLifecycle'] {
  const apis = {
    buildpack: { deprecated: buildpackApis.slice(0, 1), supported: buildpackApis.slice(1) },
    platform: { deprecated: platformApis.slice(0, 1), supported: platformApis.slice(1) },
  };
  return { spec: { image: LIFECYCLE_IMAGE }, status: { image: { latestImage: LIFECYCLE_IMAGE }, apis } };
}

export function somePlatforms(
  build: World['platforms'][string] = { os: 'linux', architecture: 'amd64' },
  lifecycle: World['platforms'][string] = { os: 'linux', architecture: 'amd64' },
): World['platforms'] {
  return { [BUILD_IMAGE]: build, [LIFECYCLE_IMAGE]: lifecycle };
}

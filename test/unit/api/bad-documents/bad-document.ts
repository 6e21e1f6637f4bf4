/** A text that is refused, and the lines that say why. */
export interface BadDocument {
  readonly title: string;
  readonly text: string;
  readonly problems: readonly string[];
}

/** Lines 1 to 5 of a Build, to which its spec is added. */
export const BUILD = 'apiVersion: kpack.io/v1alpha2\nkind: Build\nmetadata:\n  name: sample\nspec:\n';

/** Lines 1 to 5 of an Image, to which its spec is added. */
export const IMAGE = BUILD.replace('kind: Build', 'kind: Image');

/** Lines 1 to 5 of a Builder, to which its spec is added. */
export const BUILDER = BUILD.replace('kind: Build', 'kind: Builder');

/** Lines 1 to 5 of a ClusterBuilder, to which its spec is added. */
export const CLUSTER_BUILDER = BUILD.replace('kind: Build', 'kind: ClusterBuilder');

/** Lines 1 to 5 of an object of each kind that builders are made of, to which its spec is added. */
export const BUILDPACK = BUILD.replace('kind: Build', 'kind: Buildpack');
export const CLUSTER_BUILDPACK = BUILD.replace('kind: Build', 'kind: ClusterBuildpack');
export const CLUSTER_STORE = BUILD.replace('kind: Build', 'kind: ClusterStore');
export const CLUSTER_STACK = BUILD.replace('kind: Build', 'kind: ClusterStack');
export const CLUSTER_LIFECYCLE = BUILD.replace('kind: Build', 'kind: ClusterLifecycle');

/** Good fields, a line each, to make a bad one stand alone. */
export const TAGS = '  tags: [registry.test/app]\n';
export const TAG = '  tag: registry.test/app\n';
export const IMAGE_BUILDER = '  builder: { kind: Builder, name: builder }\n';
export const BUILD_BUILDER = '  builder: { image: registry.test/builder }\n';
export const SOURCE = '  source: { git: { url: https://git.test/app, revision: main } }\n';
export const STACK = '  stack: { kind: ClusterStack, name: base }\n';
export const ACCOUNT = '  serviceAccountRef: { namespace: default, name: default }\n';

/** Two good fields of a ClusterStack, a line each. */
export const STACK_IMAGES = '  buildImage: { image: registry.test/build }\n  runImage: { image: registry.test/run }\n';

/** A good Build but for these lines of its spec, which begin at line 6. */
export function build(lines: string): string {
  return `${BUILD}${lines}${TAGS}${BUILD_BUILDER}${SOURCE}`;
}

/** A good Image but for these lines of its spec, which begin at line 6. */
export function image(lines: string): string {
  return `${IMAGE}${lines}${TAG}${IMAGE_BUILDER}${SOURCE}`;
}

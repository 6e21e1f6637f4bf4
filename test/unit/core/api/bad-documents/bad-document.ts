/** An invalid input and the expected problems. */
export interface BadDocument {
  readonly title: string;
  readonly text: string;
  readonly problems: readonly string[];
}

/** Lines 1 to 5 of a Build, before its spec. */
export const BUILD = 'apiVersion: kpack.io/v1alpha2\nkind: Build\nmetadata:\n  name: sample\nspec:\n';

/** Lines 1 to 5 of an Image, before its spec. */
export const IMAGE = BUILD.replace('kind: Build', 'kind: Image');

/** Lines 1 to 5 of a Builder, before its spec. */
export const BUILDER = BUILD.replace('kind: Build', 'kind: Builder');

/** Lines 1 to 5 of a ClusterBuilder, before its spec. */
export const CLUSTER_BUILDER = BUILD.replace('kind: Build', 'kind: ClusterBuilder');

/** Lines 1 to 5 of a buildpack, store, stack or lifecycle resource, before its spec. */
export const BUILDPACK = BUILD.replace('kind: Build', 'kind: Buildpack');
export const CLUSTER_BUILDPACK = BUILD.replace('kind: Build', 'kind: ClusterBuildpack');
export const CLUSTER_STORE = BUILD.replace('kind: Build', 'kind: ClusterStore');
export const CLUSTER_STACK = BUILD.replace('kind: Build', 'kind: ClusterStack');
export const CLUSTER_LIFECYCLE = BUILD.replace('kind: Build', 'kind: ClusterLifecycle');

/** Valid fields, one per line, so that a test has one invalid field only. */
export const TAGS = '  tags: [registry.test/app]\n';
export const TAG = '  tag: registry.test/app\n';
export const IMAGE_BUILDER = '  builder: { kind: Builder, name: builder }\n';
export const BUILD_BUILDER = '  builder: { image: registry.test/builder }\n';
export const SOURCE = '  source: { git: { url: https://git.test/app, revision: main } }\n';
export const STACK = '  stack: { kind: ClusterStack, name: base }\n';
export const ACCOUNT = '  serviceAccountRef: { namespace: default, name: default }\n';

/** Two valid fields of a ClusterStack, one per line. */
export const STACK_IMAGES = '  buildImage: { image: registry.test/build }\n  runImage: { image: registry.test/run }\n';

/** Returns a valid Build with these lines appended to its spec. The lines start at line 6. */
export function build(lines: string): string {
  return `${BUILD}${lines}${TAGS}${BUILD_BUILDER}${SOURCE}`;
}

/** Returns a valid Image with these lines appended to its spec. The lines start at line 6. */
export function image(lines: string): string {
  return `${IMAGE}${lines}${TAG}${IMAGE_BUILDER}${SOURCE}`;
}

/** The ServiceAccount of all Builds. */
export const ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: default}\n';

/** A Build with a builder image. `more` is another line of its spec. */
export function buildOf(name: string, builder: string, more = 'serviceAccountName: default'): string {
  return `apiVersion: kpack.io/v1alpha2
kind: Build
metadata: {name: ${name}}
spec:
  tags: [registry.example.com/app]
  builder: {image: "${builder}"}
  source: {blob: {url: https://example.com/app.zip}}
  ${more}
`;
}

/** An Image with the ClusterBuilder of `clusterBuilderOf`. */
export function imageOf(name: string): string {
  return `apiVersion: kpack.io/v1alpha2
kind: Image
metadata: {name: ${name}}
spec:
  tag: registry.example.com/app
  builder: {kind: ClusterBuilder, name: base}
  source: {blob: {url: https://example.com/app.zip}}
`;
}

/** The ClusterBuilder that created an image. */
export function clusterBuilderOf(image: string): string {
  return `apiVersion: kpack.io/v1alpha2
kind: ClusterBuilder
metadata: {name: base}
spec:
  tag: registry.example.com/builder
  stack: {kind: ClusterStack, name: base}
  serviceAccountRef: {name: kpack, namespace: kpack}
  order: [{group: [{id: example/buildpack}]}]
status: {latestImage: "${image}"}
`;
}

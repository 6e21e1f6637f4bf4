const BUILDPACK = `apiVersion: kpack.io/v1alpha3
kind: Buildpack
metadata:
  name: my-custom-app-buildpack-0.3.1
  namespace: my-kpack-using-namespace
spec:
  image: gcr.io/my-org/my-custom-app-buildpack:0.3.1
`;

const CLUSTER_BUILDPACK = `apiVersion: kpack.io/v1alpha3
kind: ClusterBuildpack
metadata:
  name: paketo-java-buildpack-5.9.1
spec:
  image: privateregistry.com/paketo-buildpacks/java:5.9.1
`;

const BUILDER = `apiVersion: kpack.io/v1alpha3
kind: Builder
metadata:
  name: my-builder
spec:
  tag: gcr.io/sample/builder
  stack:
    name: bionic-stack
    kind: ClusterStack
  order:
  - group:
`;

/** The examples of kpack's RFC 0009 (rfcs/0009-buildpack-resource.md). */
export const RFC_DOCUMENTS: Readonly<Record<string, string>> = {
  'the Buildpack': BUILDPACK,
  'the Buildpack with an account': `${BUILDPACK}  serviceAccountName: my-service-account\n`,
  'the Buildpack with a status': `${BUILDPACK}status:
  conditions:
  - status: "True"
    type: Ready
  buildpacks:
  - api: "0.6"
    diffId: sha256:05aed3622d52837de1b1950069f6cca10aa3dbf7429e5c0497bae8cee2e6d901
    digest: sha256:9645b297c4c40b8476a243ae3c1ac9868986f64a000f9b95670ca9659428cec2
    homepage: https://github.com/my-org/my-custom-app-buildpack
    id: my-org/my-custom-app-buildpack
    order:
    - group:
      - id: my-org/some-custom-implementation-buildpack
        version: 1.4.0
    size: 3342595
    stacks:
    - id: io.buildpacks.stacks.bionic
    version: 4.2.2
  - api: "0.6"
    diffId: sha256:8e5c411f033cc771555aacbcb605cdbae7e3ae051a89515c4c278d0f704bd4ce
    digest: sha256:62812731bf5264f78b93c024adcfa5942929bdc07357041f70ca5d360d96bc5c
    id: my-org/some-custom-implementation-buildpack
    size: 3373979
    stacks:
    - id: io.buildpacks.stacks.bionic
    version: 1.4.0
`,
  'the ClusterBuildpack': CLUSTER_BUILDPACK,
  'the ClusterBuildpack with an account': `${CLUSTER_BUILDPACK}  serviceAccountRef:
    name: private-sa
    namespace: private-ns
`,
  'the Builder of an id': `${BUILDER}    - id: paketo-buildpacks/java\n`,
  'the Builder of an id and an object': `${BUILDER}    - id: paketo-buildpacks/java
    - name: my-custom-app-buildpack-0.3.1
      kind: Buildpack
`,
  'the Builder of a buildpack inside an object': `${BUILDER}    - name: my-custom-app-buildpack-0.3.1
      kind: Buildpack
      id: my-custom/buildpack-inside
`,
  'the Builder of an image': `${BUILDER}    - image: gcr.io/paketo-buildpacks/java:5.9.1
    - name: my-custom-app-buildpack-0.3.1
      kind: Buildpack
`,
};

const BUILDPACKS = 200;

/** A ClusterBuilder with 200 buildpacks, and the statuses of its resources. The build image is in a registry. */
export function someBuilder(registry, build, buildpacks = someStatuses(registry)) {
  const stack = {
    ...name('tiny'),
    kind: 'ClusterStack',
    spec: { id: 'tiny', buildImage: { image: 'x/build' }, runImage: { image: 'x/run' } },
    status: {
      id: 'tiny',
      userId: 1000,
      groupId: 1000,
      buildImage: {
        latestImage: `${registry}/build@${build.digest}`,
        manifest: build.manifest,
        configuration: build.configuration,
      },
      runImage: { latestImage: `${registry}/build@${build.digest}` },
    },
  };
  const lifecycle = {
    ...name('default-lifecycle'),
    kind: 'ClusterLifecycle',
    spec: { image: 'x/lifecycle' },
    status: {
      image: { latestImage: `${registry}/build@${build.digest}` },
      version: '0.20.12',
      api: {},
      apis: { buildpack: { supported: ['0.10'] }, platform: { supported: ['0.9'] } },
      layer: { ...build.layer, diffId: build.diffId },
      platform: { os: 'linux', architecture: 'amd64' },
    },
  };
  const store = {
    ...name('store'),
    kind: 'ClusterStore',
    spec: { sources: [{ image: `${registry}/buildpacks` }] },
    status: { buildpacks },
  };
  const builder = {
    ...name('bench'),
    kind: 'ClusterBuilder',
    spec: {
      tag: `${registry}/builder:1`,
      stack: { name: 'tiny' },
      lifecycle: { name: 'default-lifecycle' },
      store: { kind: 'ClusterStore', name: 'store' },
      order: buildpacks.map(({ id, version }) => ({ group: [{ id, version }] })),
    },
  };
  const world = {
    buildpacks: () => [],
    clusterBuildpacks: () => [],
    clusterStore: () => store,
    clusterStack: () => stack,
    clusterLifecycle: () => lifecycle,
    imageFacts: () => undefined,
  };
  return { builder, world };
}

function name(id) {
  return { metadata: { name: id }, apiVersion: 'kpack.io/v1alpha2' };
}

/** The statuses describe layers with this content. */
export function layerContent(number) {
  return Buffer.from(`the layer of buildpack ${number}`);
}

export function someStatuses(
  registry,
  digestOf = (content) => `sha256:${content.toString('hex').padStart(64, '0').slice(-64)}`,
) {
  return Array.from({ length: BUILDPACKS }, (_, number) => {
    const content = layerContent(number);
    const digest = digestOf(content);
    return {
      id: `example/buildpack-${number}`,
      version: '1.0.0',
      diffId: digest,
      digest,
      size: content.length,
      api: '0.10',
      homepage: 'https://buildpacks.example.com',
      storeImage: { image: `${registry}/buildpacks` },
      stacks: [{ id: 'tiny', mixins: [] }],
    };
  });
}

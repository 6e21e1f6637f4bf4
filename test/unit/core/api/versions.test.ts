import { expect } from 'chai';
import type { ApiObject } from '../../../../src/core/api/read-objects.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { readText } from './read-text.ts';

const OLD_BUILD = `apiVersion: kpack.io/v1alpha1
kind: Build
metadata: { name: sample }
spec:
  tags: [registry.test/app]
  serviceAccount: account
  cacheName: claim
  bindings:
  - name: db
    metadataRef: { name: m }
  builder: { image: registry.test/builder }
  source: { git: { url: u, revision: r } }
  lastBuild: { image: registry.test/app, stackId: s }
  notary: { v1: { url: u, secretRef: { name: s } } }
`;

const OLD_IMAGE = `apiVersion: kpack.io/v1alpha1
kind: Image
metadata:
  name: sample
  annotations:
    own: kept
    kpack.io/services: '[{"kind": "Secret", "name": "db"}]'
    kpack.io/tolerations: '[{"key": "k", "operator": "Exists"}]'
    kpack.io/nodeSelector: '{"a": "b"}'
    kpack.io/affinity: '{"nodeAffinity": {}}'
    kpack.io/runtimeClassName: runc
    kpack.io/schedulerName: mine
    kpack.io/buildTimeout: "60"
    kpack.io/cache.volume.storageClassName: fast
    kpack.io/projectDescriptorPath: p.toml
    kpack.io/cosignAnnotation: '[{"name": "n1", "value": "v"}]'
    kpack.io/defaultProcess: web
spec:
  tag: registry.test/app
  builder: { kind: Builder, name: b }
  serviceAccount: account
  cacheSize: 2G
  build:
    env: [{ name: A, value: b }]
    bindings: [{ name: db, metadataRef: { name: m } }]
  source: { git: { url: u, revision: r } }
`;

function read(text: string): ApiObject {
  const { objects, problems } = readText(text);
  expect(problems.map(formatProblem)).to.deep.equal([]);
  const [object] = objects;
  if (object === undefined) throw new Error('no object');
  return object;
}

describe('other versions', () => {
  it('reads a v1alpha1 Build as v1alpha2', () => {
    const object = read(OLD_BUILD);
    expect(object.kind === 'Build' && object.value).to.deep.equal({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'sample' },
      spec: {
        tags: ['registry.test/app'],
        serviceAccountName: 'account',
        cache: { volume: { persistentVolumeClaimName: 'claim' } },
        cnbBindings: [{ name: 'db', metadataRef: { name: 'm' } }],
        builder: { image: 'registry.test/builder' },
        source: { git: { url: 'u', revision: 'r' } },
        lastBuild: { image: 'registry.test/app', stackId: 's' },
        notary: { v1: { url: 'u', secretRef: { name: 's' } } },
      },
    });
  });

  it('locates fields by the paths that v1alpha1 has', () => {
    const { locate } = read(OLD_BUILD);
    const places = [
      ['spec', 'serviceAccountName'],
      ['spec', 'cache'],
      ['spec', 'cache', 'volume', 'persistentVolumeClaimName'],
      ['spec', 'cnbBindings'],
      ['spec', 'cnbBindings', 0, 'metadataRef', 'name'],
      ['spec', 'env'],
      ['spec', 'tags', 0],
    ].map((path) => locate(path));
    expect(places.map((place) => `${place?.line}:${place?.column}`)).to.deep.equal([
      '6:19',
      '7:14',
      '7:14',
      '8:3',
      '10:26',
      '4:1',
      '5:10',
    ]);
  });

  it("reads a v1alpha1 Image as v1alpha2, with fields from the annotations of kpack's conversion", () => {
    const object = read(OLD_IMAGE);
    expect(object.kind === 'Image' && [object.value.metadata, object.value.spec]).to.deep.equal([
      { name: 'sample', annotations: { own: 'kept' } },
      {
        tag: 'registry.test/app',
        builder: { kind: 'Builder', name: 'b' },
        serviceAccountName: 'account',
        source: { git: { url: 'u', revision: 'r' } },
        cache: { volume: { size: '2G', storageClassName: 'fast' } },
        failedBuildHistoryLimit: 10,
        successBuildHistoryLimit: 10,
        imageTaggingStrategy: 'BuildNumber',
        projectDescriptorPath: 'p.toml',
        build: {
          services: [{ kind: 'Secret', name: 'db' }],
          cnbBindings: [{ name: 'db', metadataRef: { name: 'm' } }],
          env: [{ name: 'A', value: 'b' }],
          tolerations: [{ key: 'k', operator: 'Exists' }],
          nodeSelector: { a: 'b' },
          affinity: { nodeAffinity: {} },
          runtimeClassName: 'runc',
          schedulerName: 'mine',
          buildTimeout: 60,
        },
        cosign: { annotations: [{ name: 'n1', value: 'v' }] },
        defaultProcess: 'web',
      },
    ]);
  });

  it('locates fields from annotations at the annotation', () => {
    const { locate } = read(OLD_IMAGE);
    expect(locate(['spec', 'build', 'services', 0, 'name'])).to.deep.equal({ file: 'in.yaml', line: 7, column: 24 });
    expect(locate(['spec', 'cache', 'volume', 'size'])).to.deep.equal({ file: 'in.yaml', line: 22, column: 14 });
  });

  it('reads a v1alpha3 Build, which has the fields of v1alpha2', () => {
    const text =
      '{apiVersion: kpack.io/v1alpha3, kind: Build, metadata: {name: x}, spec: {tags: [a/b], builder: {image: a/b}, source: {registry: {image: a/b}}}}';
    const object = read(text);
    expect(object.kind === 'Build' && object.value.apiVersion).to.equal('kpack.io/v1alpha2');
  });

  for (const version of ['v1alpha1', 'v1alpha2', 'v1alpha3']) {
    it(`reads Builders and ClusterBuilders of ${version}`, () => {
      const common = `tag: a/b, stack: {kind: ClusterStack, name: s}, order: [{group: [{id: java}]}]`;
      const builder = read(
        `{apiVersion: kpack.io/${version}, kind: Builder, metadata: {name: x}, spec: {${common}}, status: {latestImage: i}}`,
      );
      const cluster = read(
        `{apiVersion: kpack.io/${version}, kind: ClusterBuilder, metadata: {name: x}, spec: {${common}, serviceAccountRef: {name: a, namespace: b}}}`,
      );
      expect([builder.kind, cluster.kind]).to.deep.equal(['Builder', 'ClusterBuilder']);
    });
  }

  for (const version of ['v1alpha2', 'v1alpha3']) {
    it(`reads all four forms of buildpack references in ${version}`, () => {
      const order =
        '[{group: [{id: java}, {id: go, version: 1.2.3, optional: true}]}, {group: [{name: own, kind: Buildpack}, {name: all, kind: ClusterBuildpack, id: x/y}, {image: a/b, optional: true}]}]';
      const object = read(
        `{apiVersion: kpack.io/${version}, kind: Builder, metadata: {name: x}, spec: {tag: a/b, stack: {name: s}, order: ${order}}}`,
      );
      expect(object.kind === 'Builder' && [object.value.apiVersion, object.value.spec.order]).to.deep.equal([
        'kpack.io/v1alpha2',
        [
          { group: [{ id: 'java' }, { id: 'go', version: '1.2.3', optional: true }] },
          {
            group: [
              { name: 'own', kind: 'Buildpack' },
              { name: 'all', kind: 'ClusterBuildpack', id: 'x/y' },
              { image: 'a/b', optional: true },
            ],
          },
        ],
      ]);
    });
  }

  it('reads a v1alpha3 Buildpack as v1alpha2', () => {
    const object = read(
      '{apiVersion: kpack.io/v1alpha3, kind: Buildpack, metadata: {name: x, namespace: team}, spec: {image: a/b}, status: {buildpacks: [{id: java}]}}',
    );
    expect(object.kind === 'Buildpack' && object.value).to.deep.equal({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Buildpack',
      metadata: { name: 'x', namespace: 'team' },
      spec: { image: 'a/b', serviceAccountName: 'default' },
      status: { buildpacks: [{ id: 'java' }] },
    });
  });

  it('reads a v1alpha3 ClusterBuildpack as v1alpha2', () => {
    const object = read(
      '{apiVersion: kpack.io/v1alpha3, kind: ClusterBuildpack, metadata: {name: x}, spec: {image: a/b, serviceAccountRef: {name: a, namespace: team}}}',
    );
    expect(object.kind === 'ClusterBuildpack' && object.value).to.deep.equal({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'ClusterBuildpack',
      metadata: { name: 'x' },
      spec: { image: 'a/b', serviceAccountRef: { name: 'a', namespace: 'team' } },
    });
  });

  it("reads a v1alpha1 ClusterStore as v1alpha2, with the account from the annotation of kpack's conversion", () => {
    const object = read(`apiVersion: kpack.io/v1alpha1
kind: ClusterStore
metadata:
  name: x
  annotations:
    own: kept
    kpack.io/clusterStoreServiceAccountRef: '{"namespace": "n", "name": "a"}'
spec:
  sources: [{ image: a/b }]
status: { buildpacks: [{ id: java, version: 1.0.0 }] }
`);
    expect(object.kind === 'ClusterStore' && object.value).to.deep.equal({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'ClusterStore',
      metadata: { name: 'x', annotations: { own: 'kept' } },
      spec: { sources: [{ image: 'a/b' }], serviceAccountRef: { namespace: 'n', name: 'a' } },
      status: { buildpacks: [{ id: 'java', version: '1.0.0' }] },
    });
    const account = object.locate(['spec', 'serviceAccountRef', 'name']);
    expect(account).to.deep.equal({ file: 'in.yaml', line: 7, column: 45 });
  });

  it("reads a v1alpha1 ClusterStack as v1alpha2, with the account from the annotation of kpack's conversion", () => {
    const object = read(`apiVersion: kpack.io/v1alpha1
kind: ClusterStack
metadata:
  name: x
  annotations: { kpack.io/clusterStackServiceAccountRef: '{"namespace": "n", "name": "a"}' }
spec: { id: s, buildImage: { image: a/b }, runImage: { image: a/c } }
status: { id: s, mixins: [git], userId: 1000, groupId: 1001 }
`);
    expect(object.kind === 'ClusterStack' && object.value).to.deep.equal({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'ClusterStack',
      metadata: { name: 'x', annotations: {} },
      spec: {
        id: 's',
        buildImage: { image: 'a/b' },
        runImage: { image: 'a/c' },
        serviceAccountRef: { namespace: 'n', name: 'a' },
      },
      status: { id: 's', mixins: ['git'], userId: 1000, groupId: 1001 },
    });
  });
});

import { expect } from 'chai';
import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runInProcess, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { writeDockerConfig } from '../registry/docker-config-file.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';

const NAMESPACE = 'why';
const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];

/** The parts that differ between the two images. */
interface Variant {
  readonly application: string;
  readonly package: string;
  readonly node: string;
}

const BEFORE: Variant = { application: 'one', package: '1.3.0', node: '1.0.0' };
const AFTER: Variant = { application: 'x'.repeat(30_000), package: '1.3.1', node: '1.1.0' };

function layer(file: string, content: string) {
  return makeLayer([{ kind: 'file', path: file, content }]);
}

/** Layers that both images have. */
const [RUN, MODULES, LAUNCHER] = [
  layer('/etc/os-release', 'run image'),
  layer('/layers/example_node/modules/file', 'modules'),
  layer('/cnb/lifecycle/launcher', 'launcher'),
];

function buildpacks({ node }: Variant): readonly (readonly [id: string, version: string, layers: JsonObject])[] {
  return [
    ['example/ca', '3.0.0', {}],
    ['example/node', node, { modules: { sha: MODULES.diffId } }],
  ];
}

function statusOf(variant: Variant): JsonObject {
  return { buildMetadata: buildpacks(variant).map(([id, version]) => ({ id, version })) };
}

/** Returns an image as the lifecycle exports it. */
function builtImage(variant: Variant) {
  const application = layer('/workspace/app', variant.application);
  const components = [
    { name: 'left-pad', version: variant.package, purl: `pkg:npm/left-pad@${variant.package}` },
    { name: 'same', version: '2.0.0', purl: 'pkg:npm/same@2.0.0' },
  ];
  const sbom = layer('/layers/sbom/launch/example_node/modules/sbom.cdx.json', JSON.stringify({ components }));
  const metadata: JsonObject = {
    app: [{ sha: application.diffId }],
    sbom: { sha: sbom.diffId },
    launcher: { sha: LAUNCHER.diffId },
    buildpacks: buildpacks(variant).map(([key, version, layers]) => ({ key, version, layers })),
  };
  const config = {
    os: 'linux',
    architecture: 'amd64',
    config: { Labels: { 'io.buildpacks.lifecycle.metadata': JSON.stringify(metadata) } },
  };
  return makeImage({ family: 'oci', config, layers: [RUN, MODULES, sbom, application, LAUNCHER] });
}

const HEAD = `Build why/shop-build-3

State    Succeeded AGE
Image    shop, Build 3
Source   https://git.example/shop.git
         commit bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
Why      The source has another commit: aaaaaaa → bbbbbbb
         The builder no longer has example/node 1.0.0 (now 1.1.0)

Commits
  git log aaaaaaa..bbbbbbb
  To see the commits, run the command in a clone of
  https://git.example/shop.git, or name a clone with --source.

Result
  REGISTRY/team/shop@
  AFTER
`;

const CHANGES = `
Buildpacks, run image and lifecycle
  CHANGE    NAME           BEFORE   NOW
  updated   example/node   1.0.0    1.1.0

Layers
  40.1 kB in 5 layers (before: 10.4 kB): 3 reused, 2 new of 33.8 kB
  CHANGE    LAYERS                        BEFORE   NOW       NEW
  reused    run image                     2.1 kB   2.1 kB    -
  reused    modules of example/node       2.1 kB   2.1 kB    -
  changed   software bills of materials   2.1 kB   2.1 kB    2.1 kB
  changed   application                   2.1 kB   31.8 kB   31.8 kB
  reused    launcher                      2.1 kB   2.1 kB    -

Packages
  2 packages (before: 2): 0 added, 0 removed, 1 updated
  CHANGE    PACKAGE    BEFORE   NOW     BUILDPACK
  updated   left-pad   1.3.0    1.3.1   example/node
`;

describe('taskpack why with an API server and a registry', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;
  let workspace: Workspace;
  let digests: Readonly<Record<'before' | 'after', string>>;
  const users: NamespaceUser[] = [];

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    workspace = makeWorkspace();
    writeDockerConfig(path.join(workspace.path, 'docker'), [registry().address]);
    const target = { url: registry().url, repository: 'team/shop', authorization: basicAuthorization() };
    digests = {
      before: await pushImage(builtImage(BEFORE), target, '1'),
      after: await pushImage(builtImage(AFTER), target, '3'),
    };
    await createBuild(1, OLD, { latestImage: imageOf('before'), ...statusOf(BEFORE) });
    await createBuild(2, OLD, {});
    await createBuild(3, NEW, { latestImage: imageOf('after'), ...statusOf(AFTER) }, [
      { reason: 'COMMIT', old: OLD, new: NEW },
      { reason: 'BUILDPACK', old: [{ id: 'example/node', version: '1.0.0' }], new: null },
    ]);
  });
  after(() => {
    users.forEach((each) => each.remove());
    workspace?.remove();
  });

  it('finds one changed layer, package and buildpack, with the rights of a user of one namespace', async () => {
    const outcome = await why(await user('developer', ['get', 'list']), 'shop-build-3');
    expect(outcome).to.deep.equal({
      status: 0,
      stdout: `${HEAD}
Compared with shop-build-1
  REGISTRY/team/shop@
  BEFORE
  Builds in between, without an image: shop-build-2.
${CHANGES}`,
      stderr: '',
    });
  });

  it('compares with the image that the Build names if the user may not list Builds', async () => {
    const { stderr, ...outcome } = await why(await user('reader', ['get']), 'build/shop-build-3');
    expect(outcome).to.deep.equal({
      status: 0,
      stdout: `${HEAD}
Compared with the previous image
  REGISTRY/team/shop@
  BEFORE
  The Build names this image as the previous one. The Build of this image is not
  known.
${CHANGES}`,
    });
    expect(stderr).to.match(/^warning: list builds\.kpack\.io why: .*can-i list builds\.kpack\.io -n why\)\n$/);
  });

  it('says what the user may not read', async () => {
    const kubeconfig = await user('stranger', []);
    const { status, stdout, stderr } = await why(kubeconfig, 'shop-build-3');
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.match(
      /^error: get builds\.kpack\.io why\/shop-build-3: .*can-i get builds\.kpack\.io -n why\)\n$/,
    );
  });

  it('shows what it knows without the credentials of the registry, and says what is missing', async () => {
    const { status, stdout } = await why(await user('guest', ['get', 'list']), 'shop-build-3', {});
    expect(status).to.equal(0);
    const shown = stdout.replaceAll(/\s+/g, ' ');
    expect(shown).to.include('updated example/node 1.0.0 1.1.0');
    expect(shown).to.match(
      /Not shown The layers and packages of the image: .*The layers and packages of the compared image: /,
    );
    expect(shown).not.to.include('left-pad');
  });

  it('names each layer by its diff id in JSON', async () => {
    const { stdout } = await why(await user('program', ['get', 'list']), 'shop-build-3', undefined, '-o', 'json');
    const { comparison } = JSON.parse(stdout) as { comparison: { layers: { parts: readonly JsonObject[] } } };
    const modules = { diffId: MODULES.diffId, sizeBytes: MODULES.size, isShared: true };
    expect(comparison.layers.parts[1]).to.deep.equal({
      part: 'modules of example/node',
      change: 'reused',
      old: [modules],
      new: [modules],
    });
  });

  async function user(name: string, verbs: readonly string[]): Promise<string> {
    const rules = [{ apiGroups: ['kpack.io'], resources: ['builds'], verbs }];
    const created = await namespaceUser(cluster, NAMESPACE, name, verbs.length === 0 ? [] : rules);
    users.push(created);
    return created.kubeconfig;
  }

  function imageOf(name: keyof typeof digests): string {
    return `${registry().address}/team/shop@${digests[name]}`;
  }

  async function why(
    kubeconfig: string,
    build: string,
    env: Readonly<Record<string, string>> = { DOCKER_CONFIG: path.join(workspace.path, 'docker') },
    ...args: readonly string[]
  ): Promise<Outcome> {
    const { stdout, ...rest } = await runInProcess(['why', build, '--kubeconfig', kubeconfig, ...args], { env });
    const text = stdout
      .replaceAll(registry().address, 'REGISTRY')
      .replaceAll(digests.before, 'BEFORE')
      .replaceAll(digests.after, 'AFTER')
      .replace(/(?<=State +Succeeded ).*/, 'AGE');
    return { ...rest, stdout: args.length === 0 ? text : stdout };
  }

  async function createBuild(
    number: number,
    revision: string,
    status: JsonObject,
    changes: readonly JsonObject[] = [],
  ): Promise<void> {
    const build = await cluster.client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: {
        name: `shop-build-${number}`,
        namespace: NAMESPACE,
        labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` },
        annotations: {
          'image.kpack.io/reason': changes.map((change) => textAt(change, 'reason') ?? '').join(','),
          'image.kpack.io/buildChanges': JSON.stringify(changes),
        },
      },
      spec: {
        tags: [`${registry().address}/team/shop`],
        builder: { image: 'registry.example/builder' },
        source: { git: { url: 'https://git.example/shop.git', revision } },
        ...(number > 1 && { lastBuild: { image: imageOf('before') } }),
      },
    } as KubernetesObject);
    const succeeded = 'latestImage' in status ? 'True' : 'False';
    const conditions = [{ type: 'Succeeded', status: succeeded, lastTransitionTime: '2030-01-01T00:00:00Z' }];
    const patch = { status: { conditions, ...status } };
    await cluster.client.send('PATCH', `${kpackPath(build)}/status`, patch, 'application/merge-patch+json');
  }
});

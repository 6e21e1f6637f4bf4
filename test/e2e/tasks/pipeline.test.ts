import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { startPrivateRegistry } from '../../cluster/node/private-registry.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { mountedSecrets, readTektonPod } from '../../integration/cluster/tekton-pod.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { builder as known, testClients } from '../../integration/registry/client-fixture.ts';
import { pushImage } from '../../integration/steps/prepare/pushed-image.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild } from '../controller/controlled-build.ts';
import { PULL_SECRET } from '../whole-way/account.ts';
import { applicationBuild } from '../whole-way/application-build.ts';
import { digestOf, imageAt } from '../whole-way/built-image.ts';
import { startBed, type WholeWayBed } from '../whole-way/whole-way-bed.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { performRun } from '../tekton-run.ts';
import { printedTask, registrySecret } from './task-bed.ts';

/** The user and group of the universe's builders. */
const USER = { runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 };

const NAMESPACE = 'pipelines';

const CLAIM = 'sources';

describe('Pipelines of taskpack Tasks on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let client: RegistryClient;
  let bed: WholeWayBed;
  let other: Registry;
  /** The folder behind the claim. */
  let claimed: string;
  let stepsImage: string;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startBed(NAMESPACE);
    client = clients.make({ keychain: known });
    other = await startPrivateRegistry(bed.cluster, 'other', 'basic');
    claimed = await createFolderClaim(bed.cluster, { name: CLAIM, namespace: NAMESPACE });
    stepsImage = (await pushOwnImages(bed.cluster.registry)).STEPS_IMAGE;
    await kubectlOutput(bed.cluster, ['apply', '--namespace', NAMESPACE, '-f', 'tasks/buildpacks/']);
    await kubectlOutput(bed.cluster, ['apply', '--namespace', NAMESPACE, '-f', 'tasks/buildpacks-source/']);
  });
  after(async () => {
    await other?.stop();
    await bed?.stop();
  });

  /** Returns a run of two tasks: one fetches a source, the other builds the source. */
  function run(
    name: string,
    source: PipelineTask,
    build: PipelineTask,
    secrets: Secrets,
    securityContext: object = USER,
  ): KubernetesObject {
    const task = (own: string, { ref, params, workspaces }: PipelineTask): object => ({
      name: own,
      taskRef: { name: ref },
      ...(own === 'build' && { runAfter: ['source'] }),
      params: [
        { name: 'STEPS_IMAGE', value: stepsImage },
        ...Object.entries(params).map(([param, value]) => ({ name: param, value })),
      ],
      workspaces: Object.entries(workspaces).map(([inner, place]) => {
        const [workspace, subPath] = place.split('/');
        return { name: inner, workspace, ...(subPath !== undefined && { subPath }) };
      }),
    });
    const names = ['sources', ...Object.keys(secrets)];
    return {
      apiVersion: 'tekton.dev/v1',
      kind: 'PipelineRun',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        pipelineSpec: {
          workspaces: names.map((one) => ({ name: one })),
          tasks: [task('source', source), task('build', build)],
          results: ['IMAGE_URL', 'IMAGE_DIGEST', 'APP_IMAGE_DIGEST'].map((result) => ({
            name: result,
            value: `$(tasks.build.results.${result})`,
          })),
        },
        workspaces: [
          { name: 'sources', subPath: name, persistentVolumeClaim: { claimName: CLAIM } },
          ...Object.entries(secrets).map(([one, secretName]) => ({ name: one, secret: { secretName } })),
        ],
        taskRunTemplate: { podTemplate: { automountServiceAccountToken: false, securityContext } },
      },
    };
  }

  /** Returns the Secrets that each step of the run's Pods mounts. */
  async function secretsOf(name: string): Promise<object> {
    const pods = await bed.cluster.client.list('v1', 'Pod', NAMESPACE);
    const own = pods.filter(({ metadata }) => metadata.labels?.['tekton.dev/pipelineRun'] === name);
    const seen = own.flatMap((pod) => {
      const { steps, volumes } = readTektonPod(pod);
      const task = pod.metadata.labels?.['tekton.dev/pipelineTask'] ?? '';
      return [...steps].map(([step, container]) => [`${task}/${step}`, mountedSecrets(container, volumes)] as const);
    });
    return Object.fromEntries(seen.filter(([, secrets]) => secrets.length > 0));
  }

  it('build an image for one registry from a source in another; only the step that needs a credential has it', async () => {
    const builder = publishedBuilder(
      universeDocuments(await pushRunningUniverse(bed.cluster.registry)),
      'searching',
      '0.9',
    );
    const reversed = Buffer.from(ACCOUNT.password).toReversed().toString();
    const layer = makeLayer([
      { path: '/hello.txt', kind: 'file', content: 'tasks' },
      { path: '/reversed.txt', kind: 'file', content: `${reversed}\n` },
    ]);
    const source = `${bed.registry.address}/source-to-search`;
    await pushImage(source, makeImage({ config: PLATFORM, layers: [layer] }), known);
    const { client: cluster } = bed.cluster;
    await cluster.create(registrySecret('of-the-source', NAMESPACE, bed.registry));
    await cluster.create(registrySecret('of-the-image', NAMESPACE, other));
    const image = `${other.address}/tasks/searched`;
    const fetch = {
      ref: 'buildpacks-source',
      params: { image: source },
      workspaces: { output: 'sources', dockerconfig: 'one' },
    };
    const build = {
      ref: 'buildpacks',
      params: { APP_IMAGE: image, TAGS: `${image}:b1,${image}:b2`, BUILDER_IMAGE: builder, ENV_VARS: ['A==', 'B='] },
      workspaces: { source: 'sources', dockerconfig: 'two' },
    };
    const results = await performRun(
      bed.cluster,
      run('searched', fetch, build, { one: 'of-the-source', two: 'of-the-image' }),
    );
    const made = await imageAt(client, image);
    expect(results).to.deep.equal({
      IMAGE_URL: image,
      IMAGE_DIGEST: digestOf(made),
      APP_IMAGE_DIGEST: digestOf(made),
    });
    for (const tag of ['b1', 'b2']) expect(digestOf(await imageAt(client, `${image}:${tag}`))).to.equal(digestOf(made));
    expect(await secretsOf('searched')).to.deep.equal({
      'source/prepare': ['of-the-source'],
      'build/prepare': ['of-the-image'],
    });
  });

  it('build with a Task for one builder the same image as the controller', async () => {
    const { cluster, sources, base, registry } = bed;
    const source = sources.kinds['git-http'] as { readonly git: { readonly url: string; readonly revision: string } };
    const build = applicationBuild(bed, 'by-the-controller', {
      source,
      defaultProcess: 'web',
      creationTime: undefined,
      env: [{ name: 'A', value: '=' }],
    });
    const status = await runBuild(cluster.client, build, { seconds: 300 });
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });

    await cluster.client.create(printedTask(NAMESPACE, ['--builder', base.builders.good, '--name', 'pinned']));
    const fetch = {
      ref: 'buildpacks-source',
      params: source.git,
      workspaces: { output: 'sources/source', 'basic-auth': 'git' },
    };
    const made = {
      ref: 'pinned',
      params: {
        APP_IMAGE: `${registry.address}/app/by-a-task`,
        ENV_VARS: ['A=='],
        SOURCE_URL: '$(tasks.source.results.url)',
        SOURCE_REVISION: source.git.revision,
        SOURCE_COMMIT: '$(tasks.source.results.commit)',
      },
      workspaces: {
        source: 'sources/source',
        cache: 'sources/cache',
        report: 'sources/report',
        dockerconfig: 'registry',
      },
    };
    const results = await performRun(cluster, run('pinned', fetch, made, { git: 'git', registry: PULL_SECRET }));
    expect(results['IMAGE_DIGEST']).to.equal(digestOf(status.latestImage));
    const place = path.join(claimed, 'pinned');
    expect(readFileSync(path.join(place, 'report/report.toml'), 'utf8')).to.contain(results['IMAGE_DIGEST']);
    expect(readdirSync(path.join(place, 'cache'))).to.include('committed');

    const { fsGroup: _, ...user } = USER;
    const options = ['--builder', base.builders.good, '--steps-image', stepsImage];
    const digests = ['without-root', 'with-root'].map(async (name) => {
      const flags = name === 'with-root' ? ['--root-step'] : [];
      await cluster.client.create(printedTask(NAMESPACE, [...options, '--name', name, ...flags]));
      const secrets = { git: 'git', registry: PULL_SECRET };
      return (await performRun(cluster, run(name, fetch, { ...made, ref: name }, secrets, user)))['IMAGE_DIGEST'];
    });
    const [withoutRoot, withRoot] = await Promise.all(digests);
    expect(withRoot, 'a run without an fsGroup, with a root step').to.equal(results['IMAGE_DIGEST']);
    expect(withoutRoot, 'a run without an fsGroup and without a root step').not.to.equal(results['IMAGE_DIGEST']);
  });
});

interface PipelineTask {
  readonly ref: string;
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  /** The Pipeline's workspace for each workspace of the Task. A slash separates the workspace from its sub-path. */
  readonly workspaces: Readonly<Record<string, string>>;
}

type Secrets = Readonly<Record<string, string>>;

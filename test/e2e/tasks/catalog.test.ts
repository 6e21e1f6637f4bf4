import { expect } from 'chai';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { builder as login, testClients } from '../../integration/registry/client-fixture.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { catalogTask } from '../../unit/tasks/task-interface.ts';
import { digestOf, imageAt } from '../whole-way/built-image.ts';
import { finishedRun } from '../tekton-run.ts';
import { publishedBed } from './published-bed.ts';

const NAMESPACE = 'catalog';
const SOURCE = 'source-ws';

/** A Pipeline that a task of the catalog is tested by, from its tests/run.yaml at the commit of tasks/catalog-tasks.json. */
interface CatalogPipeline {
  readonly task: 'buildpacks' | 'buildpacks-phases';
  readonly apiVersion: string;
  /** Those of the task but for the image that is made and the builder. */
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  readonly builder: string;
  readonly serviceAccountName?: string;
}

const PIPELINES: readonly CatalogPipeline[] = [
  {
    task: 'buildpacks',
    apiVersion: 'tekton.dev/v1beta1',
    params: { SOURCE_SUBPATH: 'apps/java-maven' },
    builder: 'BUILDER_IMAGE',
  },
  {
    task: 'buildpacks-phases',
    apiVersion: 'tekton.dev/v1',
    params: { SOURCE_SUBPATH: 'apps/java-maven', CNB_ENV_VARS: ['BP_JVM_VERSION=21'] },
    builder: 'CNB_BUILDER_IMAGE',
    serviceAccountName: 'sa-without-creds',
  },
];

/** Our Task under their names, with the parameters and workspaces that they are tested with, and the results they give. */
describe("the Pipelines that the catalog's tasks are tested by, with ours, on the node", function () {
  this.timeout(300_000);
  const clients = testClients();
  const bed = publishedBed();

  before(async () => {
    const { cluster, repositories, createTask } = bed();
    repositories.commit('samples', { 'apps/java-maven/hello.txt': 'world' });
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await cluster.client.create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'sa-without-creds', namespace: NAMESPACE },
    });
    // The catalog's git-clone needs an image that is not to be had here; ours has its results.
    await createTask('buildpacks-source', NAMESPACE, 'git-clone');
    for (const { task } of PIPELINES) {
      await createTask('buildpacks', NAMESPACE, task);
      await createFolderClaim(cluster, { name: task, namespace: NAMESPACE });
    }
  });

  sideBySide(Object.fromEntries(PIPELINES.map((pipeline) => [`pass: ${pipeline.task}`, () => expectPassed(pipeline)])));

  async function expectPassed(pipeline: CatalogPipeline): Promise<void> {
    const { cluster } = bed();
    const image = `${cluster.registry.address}/catalog/${pipeline.task}`;
    const run = runOf(pipeline, image);
    await cluster.client.create(run);
    // As v1, for v1beta1 has its results elsewhere.
    const made = await finishedRun(cluster, { ...run, apiVersion: 'tekton.dev/v1' });
    const digest = digestOf(await imageAt(clients.make({ keychain: login }), image));
    const names = catalogTask(pipeline.task).results.map(({ name }) => name);
    expect(made).to.have.all.keys(names);
    expect(made).to.include({ APP_IMAGE_DIGEST: digest });
  }

  function runOf(
    { task, apiVersion, params, builder, serviceAccountName }: CatalogPipeline,
    image: string,
  ): KubernetesObject {
    const { uid, gid } = STACK.build;
    const podTemplate = { securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid } };
    const account = serviceAccountName !== undefined && { serviceAccountName };
    return {
      apiVersion,
      kind: 'PipelineRun',
      metadata: { name: task, namespace: NAMESPACE },
      spec: {
        pipelineSpec: {
          workspaces: [{ name: SOURCE }],
          tasks: [
            {
              name: 'fetch-repository',
              taskRef: { name: 'git-clone' },
              workspaces: [{ name: 'output', workspace: SOURCE }],
              params: paramsOf({ url: `${bed().git.url}/samples.git`, subdirectory: '', deleteExisting: 'true' }),
            },
            {
              name: task,
              taskRef: { name: task },
              runAfter: ['fetch-repository'],
              workspaces: [{ name: 'source', workspace: SOURCE }],
              params: paramsOf({
                ...params,
                APP_IMAGE: image,
                [builder]: bed().ours['registry.example.com/test/builder'] ?? '',
              }),
            },
          ],
          results: catalogTask(task).results.map(({ name }) => ({ name, value: `$(tasks.${task}.results.${name})` })),
        },
        workspaces: [{ name: SOURCE, subPath: 'source', persistentVolumeClaim: { claimName: task } }],
        // What the README asks of a run; the Pipeline stays as it is.
        ...(apiVersion === 'tekton.dev/v1'
          ? { taskRunTemplate: { podTemplate, ...account } }
          : { podTemplate, ...account }),
      },
    };
  }
});

function paramsOf(values: Readonly<Record<string, string | readonly string[]>>): readonly object[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

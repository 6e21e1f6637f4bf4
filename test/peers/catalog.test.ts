import { expect } from 'chai';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../cluster/node/folder-claim.ts';
import { STACK } from '../cluster/universe/stack.ts';
import { builder as login, testClients } from '../integration/registry/client-fixture.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { catalogTask } from '../unit/tasks/task-interface.ts';
import { digestOf, imageAt } from '../e2e/whole-way/built-image.ts';
import { finishedRun } from '../e2e/tekton-run.ts';
import { publishedBed } from '../e2e/tasks/published-bed.ts';

const NAMESPACE = 'catalog';
const SOURCE = 'source-ws';

/** A Pipeline that tests a task of the catalog, from its tests/run.yaml at the commit in tasks/catalog-tasks.json. */
interface CatalogPipeline {
  readonly task: 'buildpacks' | 'buildpacks-phases';
  readonly apiVersion: string;
  /** The Task's parameters except the image to make and the builder. */
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

/**
 * taskpack's Task under the names of the catalog's tasks, with the parameters, workspaces and results of their tests.
 */
describe("the Pipelines that test the catalog's Tasks, with taskpack's Tasks, on the node", function () {
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
    // The image of the catalog's git-clone cannot be pulled here. taskpack's Task has the same results.
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
    // Reads the run as v1, because v1beta1 has its results in another field.
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
                // These Pipelines have no workspace for credentials.
                ALLOW_ACCOUNT_CREDENTIALS: 'true',
                APP_IMAGE: image,
                [builder]: bed().ours['registry.example.com/test/builder'] ?? '',
              }),
            },
          ],
          results: catalogTask(task).results.map(({ name }) => ({ name, value: `$(tasks.${task}.results.${name})` })),
        },
        workspaces: [{ name: SOURCE, subPath: 'source', persistentVolumeClaim: { claimName: task } }],
        // The README asks users to set these fields on a run. The Pipeline stays as it is.
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

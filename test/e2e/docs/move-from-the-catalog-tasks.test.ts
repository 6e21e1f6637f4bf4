import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { kubectl } from '../../integration/crds/kubectl.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { catalogTask } from '../../unit/tasks/task-interface.ts';
import { startPipelineBed, type PipelineBed } from './pipeline-bed.ts';

const NAMESPACE = 'catalog-page';

describe("a reader moves from the catalog's Tasks on the node", function () {
  let bed: PipelineBed;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startPipelineBed();
    const { cluster } = bed;
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    for (const object of [...CATALOG_TASKS, ...PIPELINES]) await cluster.client.create(object);
    const source = await createFolderClaim(cluster, { name: 'source', namespace: NAMESPACE });
    writeFileSync(path.join(source, 'index.html'), 'moved\n');
  });
  after(async function () {
    this.timeout(180_000);
    await kubectl(bed.cluster, ['delete', 'namespace', NAMESPACE, '--timeout=60s']);
    await kubectl(bed.cluster, ['delete', 'persistentvolume', `${NAMESPACE}-source`, '--wait=false']);
  });

  describePage('docs/how-to/move-from-the-catalog-tasks.md', {
    reader: () => {
      const values = { ...bed.values, '-n team': `-n ${NAMESPACE}` };
      return commandReader(bed.cluster, { namespace: NAMESPACE, values });
    },
  });
});

/**
 * Tasks with the parameters, workspaces and results of the catalog's Tasks. The images of their own steps cannot be pulled here, so a
 * step fails, as the steps of a Task that was not replaced.
 */
const CATALOG_TASKS: readonly KubernetesObject[] = ['buildpacks', 'buildpacks-phases'].map((name) => {
  const { params, workspaces, results } = catalogTask(name);
  const steps = [{ name: 'prepare', image: BUSYBOX_IMAGE, command: ['false'] }];
  const stepTemplate = { env: [{ name: 'CNB_PLATFORM_API', value: '0.3' }] };
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'Task',
    metadata: { name, namespace: NAMESPACE },
    spec: { params, workspaces, results, stepTemplate, steps },
  };
});

const PIPELINES: readonly KubernetesObject[] = [
  { name: 'web', task: 'buildpacks', builder: 'BUILDER_IMAGE' },
  { name: 'web-phases', task: 'buildpacks-phases', builder: 'CNB_BUILDER_IMAGE' },
].map(({ name, task, builder }) => ({
  apiVersion: 'tekton.dev/v1',
  kind: 'Pipeline',
  metadata: { name, namespace: NAMESPACE },
  spec: {
    params: [{ name: 'image' }, { name: 'builder' }],
    workspaces: [{ name: 'source' }],
    tasks: [
      {
        name: 'build',
        taskRef: { name: task },
        params: [
          { name: 'APP_IMAGE', value: '$(params.image)' },
          { name: builder, value: '$(params.builder)' },
        ],
        workspaces: [{ name: 'source', workspace: 'source' }],
      },
    ],
    results: [{ name: 'digest', value: '$(tasks.build.results.APP_IMAGE_DIGEST)' }],
  },
}));

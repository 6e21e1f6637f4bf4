import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { asYaml } from '../builders/pushed-universe.ts';
import { kubectlOutput } from '../crds/kubectl.ts';
import { commandReader } from './command-reader.ts';

const FIXTURES = path.join(ROOT, 'test/unit/translators/old-tekton/fixtures');

describe('a reader converts Tasks and Pipelines from before tekton.dev/v1', function () {
  let cluster: Cluster;
  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await sharedCluster();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'builds' } };
    await kubectlOutput(cluster, ['apply', '-f', '-'], [namespace]);
    await kubectlOutput(cluster, ['apply', '-f', '-'], asYaml(ofKinds('artifacts-in-a-bucket', 'ConfigMap')));
  });
  after(async () => {
    await kubectlOutput(cluster, ['delete', 'namespace/builds', '--wait=false']);
    await kubectlOutput(cluster, ['delete', 'configmap/config-artifact-bucket', '-n', 'tekton-pipelines']);
  });

  describePage('docs/how-to/convert-old-tekton-tasks.md', {
    reader: () => commandReader(cluster, { namespace: 'builds' }),
    before: {
      'Convert Tasks and Pipelines from before tekton.dev/v1': (directory) => {
        const task = 'git-source-to-image';
        directory.write({
          // The facts stand in for the registry of the step's image.
          'task.yaml': asYaml(ofKinds(task, 'Task', 'ImageFacts')),
          'taskrun.yaml': asYaml(ofKinds(task, 'TaskRun')),
          'resources.yaml': asYaml(ofKinds(task, 'PipelineResource')),
        });
        const pipeline = 'artifacts-in-a-bucket';
        directory.write({
          'tasks.yaml': asYaml(ofKinds(pipeline, 'Task')),
          'pipeline.yaml': asYaml(ofKinds(pipeline, 'Pipeline', 'PipelineResource')),
          'pipelinerun.yaml': asYaml(ofKinds(pipeline, 'PipelineRun')),
        });
      },
    },
  });
});

/** Returns the input objects of a fixture that have one of the kinds. */
function ofKinds(fixture: string, ...kinds: readonly string[]): readonly object[] {
  const file = path.join(FIXTURES, fixture, 'input.yaml');
  const { documents } = parseYaml(readFileSync(file, 'utf8'), file);
  const objects = documents.map(({ value }) => value as { readonly kind: string });
  return objects.filter(({ kind }) => kinds.includes(kind));
}

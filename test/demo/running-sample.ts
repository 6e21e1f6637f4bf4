import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NAMESPACE } from '../../src/install/manifest.ts';
import type { Json } from '../../src/model/json.ts';
import { formatYaml } from '../../src/yaml/format-yaml.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { pushRunningUniverse } from '../cluster/universe/running-universe.ts';
import { installController } from '../e2e/installed-controller.ts';
import { kubectlOutput } from '../integration/crds/kubectl.ts';
import { followLog } from './follow-log.ts';
import type { Progress } from './progress.ts';
import { sampleBuild, sampleBuilder, SAMPLE_NAME } from './sample.ts';
import { serveSample } from './sample-repository.ts';

/** The objects that exist after the sample application has run. */
export interface RunningSample {
  /** The name of the Build. */
  readonly name: string;
  /** The Build's file, from which users can create another Build. */
  readonly file: string;
  readonly repository: string;
  readonly stop: () => Promise<void>;
}

/** Installs taskpack, creates a builder, builds a repository, and runs the image. */
export async function startSample(cluster: NodeCluster, progress: Progress): Promise<RunningSample> {
  const folder = path.join(cluster.folder, 'demo');
  mkdirSync(folder);
  await progress.step(
    'taskpack',
    async () => installController(cluster, {}),
    () => `installed in namespace ${NAMESPACE}`,
  );
  await progress.step(
    'builder',
    async () => makeBuilder(cluster, path.join(folder, 'builder.yaml')),
    (image) => image,
  );
  const { url, place: repository, stop } = await serveSample(folder);
  try {
    const file = path.join(folder, 'build.yaml');
    const name = await makeBuild(cluster, file, url);
    progress.say('build', `${name} of ${url}`);
    await followLog(cluster, name);
    const image = await kubectlOutput(cluster, ['get', 'build', name, '--output', 'jsonpath={.status.latestImage}']);
    progress.say('image', image);
    progress.say('app', await outputOf(cluster, image));
    return { name, file, repository, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a builder with the universe's buildpacks. Returns its image. */
async function makeBuilder(cluster: NodeCluster, file: string): Promise<string> {
  const pushed = await pushRunningUniverse(cluster.registry);
  writeFileSync(
    file,
    sampleBuilder(cluster.registry.address, pushed)
      .map((one) => formatYaml(one as Json))
      .join('---\n'),
  );
  await kubectlOutput(cluster, ['apply', '-f', file]);
  const builder = `builder/${SAMPLE_NAME}`;
  await kubectlOutput(cluster, ['wait', '--for=condition=Ready', builder, '--timeout=60s']);
  return kubectlOutput(cluster, ['get', builder, '--output', 'jsonpath={.status.latestImage}']);
}

/** Creates the Build. Returns its name. */
async function makeBuild(cluster: NodeCluster, file: string, url: string): Promise<string> {
  writeFileSync(file, formatYaml(sampleBuild(cluster.registry.address, url)));
  return (await kubectlOutput(cluster, ['create', '-f', file, '--output', 'jsonpath={.metadata.name}'])).trim();
}

/** Runs the application. Returns its output. */
async function outputOf(cluster: NodeCluster, image: string): Promise<string> {
  await kubectlOutput(cluster, ['run', SAMPLE_NAME, '--restart=Never', `--image=${image}`]);
  const pod = `pod/${SAMPLE_NAME}`;
  await kubectlOutput(cluster, ['wait', '--for=jsonpath={.status.phase}=Succeeded', pod, '--timeout=60s']);
  return (await kubectlOutput(cluster, ['logs', pod])).trimEnd();
}

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONTROLLER_NAMESPACE } from '../../src/core/model/installation-names.ts';
import type { Json } from '../../src/core/model/json.ts';
import { formatYaml } from '../../src/core/yaml/format-yaml.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { pushRunningUniverse } from '../cluster/universe/running-universe.ts';
import { installController } from '../e2e/installed-controller.ts';
import { kubectlOutput } from '../integration/crds/kubectl.ts';
import { followLog } from './follow-log.ts';
import type { Progress } from './progress.ts';
import { sampleBuilder, sampleImage, SAMPLE_NAME } from './sample.ts';
import { serveSample } from './sample-repository.ts';

/** The objects that exist after the sample application has run. */
export interface RunningSample {
  /** The repository's path on this machine. The controller builds each commit that is pushed to it. */
  readonly repository: string;
  /** The address that the Image has as its source. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** kubectl's name of the Image. */
const IMAGE = `image/${SAMPLE_NAME}`;

/** The demo does not wait a minute, as the default would. */
const SETTINGS = { SOURCE_POLL_INTERVAL: '2' };

/** Installs taskpack, creates a builder and an Image, runs the image, and does so again for another commit. */
export async function startSample(cluster: NodeCluster, progress: Progress): Promise<RunningSample> {
  const folder = path.join(cluster.folder, 'demo');
  mkdirSync(folder);
  await progress.step(
    'taskpack',
    async () => installController(cluster, SETTINGS),
    () => `installed in namespace ${CONTROLLER_NAMESPACE}`,
  );
  await progress.step(
    'builder',
    async () => makeBuilder(cluster, path.join(folder, 'builder.yaml')),
    (image) => image,
  );
  const { url, place: repository, push, stop } = await serveSample(folder);
  try {
    await applyObjects(cluster, path.join(folder, 'image.yaml'), [sampleImage(cluster.registry.address, url)]);
    const build = await startedBuild(cluster, 1);
    progress.say('build', `${build} of ${url}`);
    await followLog(cluster, build);
    progress.say('image', await builtImage(cluster));
    progress.say('app', await outputOf(cluster, SAMPLE_NAME));
    push('everybody\n');
    progress.say('commit', `pushed to ${repository}`);
    await progress.step(
      'rebuild',
      async () => rebuild(cluster),
      (result) => result,
    );
    progress.say('image', await builtImage(cluster));
    progress.say('app', await outputOf(cluster, `${SAMPLE_NAME}-again`));
    return { repository, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a builder with the universe's buildpacks. Returns its image. */
async function makeBuilder(cluster: NodeCluster, file: string): Promise<string> {
  const pushed = await pushRunningUniverse(cluster.registry);
  await applyObjects(cluster, file, sampleBuilder(cluster.registry.address, pushed));
  const builder = `builder/${SAMPLE_NAME}`;
  await kubectlOutput(cluster, ['wait', '--for=condition=Ready', builder, '--timeout=60s']);
  return kubectlOutput(cluster, ['get', builder, '--output', 'jsonpath={.status.latestImage}']);
}

/** Writes objects to a file, from which users can see what the demo applies, and applies them. */
async function applyObjects(cluster: NodeCluster, file: string, objects: readonly unknown[]): Promise<void> {
  writeFileSync(file, objects.map((one) => formatYaml(one as Json)).join('---\n'));
  await kubectlOutput(cluster, ['apply', '-f', file]);
}

/** Waits until the Image's Build with this number exists. Returns its name. */
async function startedBuild(cluster: NodeCluster, number: number): Promise<string> {
  const name = `${SAMPLE_NAME}-build-${number}`;
  const condition = `--for=jsonpath={.status.latestBuildRef}=${name}`;
  await kubectlOutput(cluster, ['wait', condition, IMAGE, '--timeout=60s']);
  return name;
}

/** Waits until the second Build has finished. Returns its name and its reason. */
async function rebuild(cluster: NodeCluster): Promise<string> {
  const name = await startedBuild(cluster, 2);
  await builtImage(cluster);
  const reason = 'jsonpath={.metadata.annotations.image\\.kpack\\.io/reason}';
  return `${name} because of ${await kubectlOutput(cluster, ['get', 'build', name, '--output', reason])}`;
}

/** Waits until the newest Build has succeeded. Returns its image. */
async function builtImage(cluster: NodeCluster): Promise<string> {
  await kubectlOutput(cluster, ['wait', '--for=condition=Ready', IMAGE, '--timeout=120s']);
  return kubectlOutput(cluster, ['get', IMAGE, '--output', 'jsonpath={.status.latestImage}']);
}

/** Runs the application in a Pod of this name. Returns its output. */
async function outputOf(cluster: NodeCluster, name: string): Promise<string> {
  await kubectlOutput(cluster, ['run', name, '--restart=Never', `--image=${await builtImage(cluster)}`]);
  const pod = `pod/${name}`;
  await kubectlOutput(cluster, ['wait', '--for=jsonpath={.status.phase}=Succeeded', pod, '--timeout=60s']);
  return (await kubectlOutput(cluster, ['logs', pod])).trimEnd();
}

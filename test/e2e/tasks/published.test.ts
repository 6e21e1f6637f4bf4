import { expect } from 'chai';
import { createFolderVolume } from '../../cluster/node/folder-claim.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { restrictedNamespace } from '../../integration/cluster/apply.ts';
import { publishedBed } from './published-bed.ts';
import { publishedObjects, runPublished } from './published-tasks.ts';
import { registrySecret } from './task-bed.ts';

const NAMESPACE = 'published-tasks';
/** In this order: `buildpacks-rebase` rebases the image that `buildpacks` builds. */
const NAMES = ['buildpacks-source', 'buildpacks', 'buildpacks-rebase'];
/** The claims of the tests and the samples. */
const CLAIMS = ['buildpacks-source-test', 'buildpacks-test', 'source', 'sources'];

/** Runs the files beside the Tasks, in a namespace that enforces Pod Security `restricted`. */
describe('the tests and samples published with the Tasks, on the node', function () {
  this.timeout(300_000);
  const bed = publishedBed();

  before(async () => {
    const { cluster, repositories, createTask } = bed();
    await cluster.tekton.setFeatureFlags({ 'set-security-context': 'true' });
    repositories.commit('samples', { 'java/maven/hello.txt': 'world' });
    await cluster.client.create(restrictedNamespace(NAMESPACE));
    await cluster.client.create(registrySecret('registry-credentials', NAMESPACE, cluster.registry));
    for (const name of CLAIMS) await createFolderVolume(cluster, { name, namespace: NAMESPACE });
    for (const task of NAMES) await createTask(task, NAMESPACE);
  });

  after(() => bed().cluster.tekton.setFeatureFlags({ 'set-security-context': 'false' }));

  function objectsIn(file: string): readonly KubernetesObject[] {
    const { git, ours } = bed();
    const repository = { 'https://github.com/paketo-buildpacks/samples': `${git.url}/samples.git` };
    return publishedObjects(file, NAMESPACE, { ...ours, ...repository });
  }

  for (const task of NAMES) {
    it(`include a test that ${task} passes`, async () => {
      await runPublished(bed().cluster, objectsIn(`${task}/tests/run.yaml`));
    });
  }

  it('include a Pipeline that fetches and builds a source', async () => {
    const results = await runPublished(bed().cluster, objectsIn('buildpacks/samples/pipeline.yaml'));
    expect(results).to.have.all.keys('IMAGE_URL', 'IMAGE_DIGEST');
    expect(results['IMAGE_URL']).to.equal(`${bed().cluster.registry.address}/samples/java`);
  });

  it('include a Pipeline of all three Tasks', async () => {
    const results = await runPublished(bed().cluster, objectsIn('buildpacks-source/samples/pipeline.yaml'));
    expect(results).to.have.all.keys('IMAGE_URL', 'IMAGE_DIGEST');
    expect(results['IMAGE_DIGEST']).to.match(/^sha256:[0-9a-f]{64}$/);
  });
});

import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtImage } from '../../../src/controller/builds/status/built-image.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { sampleBuild, SAMPLE_SURROUNDINGS } from '../../support/sample.ts';
import { someOptions } from '../../support/translation-of.ts';
import { parseOutcome } from '../../../translators/progress/outcome.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { runCompletion } from './completed-build.ts';

/** The kubelet's limit for the termination messages of all containers of a Pod, in bytes (kubelet, kuberuntime_container.go). */
const MESSAGES = 12_288;

/** The containers that a mesh injects: an init container, a proxy, and another container. */
const INJECTED = 3;

const RUN_IMAGE = `registry.example.com/run@sha256:${'b'.repeat(64)}`;

const BUILDPACKS = Array.from({ length: 60 }, (_, index) => ({
  id: `registry.buildpacks.example.com/languages/some-buildpack-${index}`,
  version: `1.${index}.0-rc.1+build.20261121`,
  homepage: `https://github.com/example-languages/some-buildpack-${index}`,
}));

describe('completion of an image of 60 buildpacks', () => {
  const registry = temporaryRegistry('none');
  const clients = testClients();
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-completion-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('writes a message that fits beside three injected containers, and reads the other facts from the labels', async () => {
    const repository = `team/${'application-'.repeat(10)}end`;
    const digest = await pushImage(labelledImage(), { url: registry().url, repository }, 'cache');
    const name = `${registry().address}/${repository}`;
    const tag = `${name}:${'1'.repeat(100)}`;
    const completion = { cacheTag: `${name}:cache`, signing: [], signatureAnnotations: [] };
    const message = path.join(folder, 'message');
    const { code } = await runCompletion(folder, { tag, digest }, completion, [`-outcome=${message}`]);
    expect(code).to.equal(0);
    const text = readFileSync(message, 'utf8');
    expect(Buffer.byteLength(text)).to.be.at.most(700);
    for (const layout of ['init', 'containers'] as const) {
      expect(Buffer.byteLength(text), layout).to.be.below(MESSAGES / (containersOf(layout) + INJECTED));
    }

    const outcome = parseOutcome(text);
    const reference = parseImageReference(`${name}@${outcome?.IMAGE_DIGEST}`);
    if (outcome === undefined || reference === undefined) throw new Error(`no outcome: ${text}`);
    const { json } = await clients.make().config(reference, PLATFORM);
    const labels = objectAt(objectAt(json, 'config'), 'Labels');
    const texts = new Map(Object.keys(labels).map((key) => [key, textAt(labels, key) ?? '']));
    expect(builtImage(tag, outcome, texts)).to.deep.equal({
      latestImage: `${name}@${digest}`,
      latestCacheImage: `${name}@${digest}`,
      stack: { id: 'some.stack', runImage: RUN_IMAGE },
      buildMetadata: BUILDPACKS,
      lifecycleVersion: '0.20.12',
    });
  });
});

function labelledImage(): ReturnType<typeof makeImage> {
  const labels = {
    'io.buildpacks.stack.id': 'some.stack',
    'io.buildpacks.build.metadata': JSON.stringify({ buildpacks: BUILDPACKS, launcher: { version: '0.20.12' } }),
    'io.buildpacks.lifecycle.metadata': JSON.stringify({
      runImage: { reference: RUN_IMAGE },
      stack: { runImage: { image: 'registry.example.com/run' } },
    }),
  };
  return makeImage({ config: { ...PLATFORM, config: { Labels: labels } }, layers: [] });
}

/** Returns the number of containers of the layout, with init containers, because the kubelet divides the limit among all. */
function containersOf(layout: 'init' | 'containers'): number {
  const { documents } = parseYaml(`${sampleBuild('a')}---\n${SAMPLE_SURROUNDINGS}`, 'in.yaml');
  const { manifests } = translate(documents, someOptions({ to: 'pod', layout, waiterDelivery: 'init' }));
  const spec = objectAt(jsonOf([...manifests].at(-1)), 'spec');
  const all = [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')];
  expect(all).to.have.length.above(6);
  return all.length;
}

function jsonOf(value: unknown): JsonObject {
  const json = parseJson(JSON.stringify(value));
  if (!isJsonObject(json)) throw new Error('there is no Pod');
  return json;
}

import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readObjects } from '../../../src/core/api/read-objects.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { inNamespace } from '../cluster/apply.ts';
import { kpackCluster, kpackPath } from './kpack-cluster.ts';
import { kubectl } from './kubectl.ts';
import { LEAST } from './objects.ts';

const GOLDEN = path.join(import.meta.dirname, '../../golden');

/** The samples that the API server rejects, and the messages. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  // kubectl validates fields itself, with another message, until it knows that the server validates this kind.
  'kpack-sample-image-with-cache/0': /unknown field "(?:spec\.cache\.volume\.)?request"/,
  'kpack-sample-image-with-legacy-cnb-service-bindings/0': /kpack\.io\/v1alpha2 has this field as spec\./,
  'kpack-sample-image-with-legacy-cnb-service-bindings/1': /kpack\.io\/v1alpha2 has this field as spec\./,
};

interface Sample {
  readonly name: string;
  readonly object: KubernetesObject;
}

const SAMPLES = readdirSync(GOLDEN)
  .filter((name) => name.startsWith('kpack-sample-'))
  .flatMap(samplesOf);

function samplesOf(name: string): readonly Sample[] {
  const file = path.join(GOLDEN, name, 'input.yaml');
  return parseYaml(readFileSync(file, 'utf8'), file)
    .documents.map(({ value }) => value as KubernetesObject)
    .filter(({ apiVersion }) => apiVersion.startsWith('kpack.io/'))
    .map((object, index) => ({ name: `${name}/${index}`, object }));
}

describe("kpack's samples on a real API server", () => {
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    await kubectl(cluster, ['create', 'namespace', NAMESPACE]);
  });

  for (const [name, says] of Object.entries(REFUSED)) {
    it(`${name} is rejected`, async () => {
      expect((await applied(sample(name))).stderr).to.match(says);
    });
  }

  for (const { name, object } of SAMPLES.filter((each) => REFUSED[each.name] === undefined)) {
    it(`${name} is applied with the defaults of src/core/api`, async () => hasOurDefaults(object));
  }

  // Files are read without SourceResolvers.
  for (const object of Object.values(LEAST).filter(({ kind }) => kind !== 'SourceResolver')) {
    it(`the minimal ${object.kind} has the defaults of src/core/api`, async () => hasOurDefaults(object));
  }

  function applied(object: KubernetesObject): ReturnType<typeof kubectl> {
    return kubectl(cluster, ['apply', '--validate=strict', '-f', '-'], [object]);
  }

  async function hasOurDefaults(object: KubernetesObject): Promise<void> {
    const placed = object.kind.startsWith('Cluster') ? object : inNamespace(object, NAMESPACE);
    expect((await applied(placed)).stderr).to.equal('');
    const stored = (await cluster.client.send('GET', kpackPath(placed))) as KubernetesObject;
    await cluster.client.send('DELETE', kpackPath(placed));
    expect(stored['spec']).to.deep.equal(ourSpec(object));
  }
});

const NAMESPACE = 'kpack-samples';

function sample(name: string): KubernetesObject {
  const found = SAMPLES.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`no sample is ${name}`);
  return found.object;
}

/**
 * Returns the spec as `src/core/api` reads it, with defaults. A definition has no default for the account of a Builder, which can have its
 * v1alpha1 name.
 */
function ourSpec(object: KubernetesObject): unknown {
  const { objects, problems } = readObjects([{ value: object }]);
  expect(problems).to.deep.equal([]);
  const [first] = objects as readonly { readonly value: KubernetesObject }[];
  const { serviceAccountName, ...spec } = Object(first?.value['spec']) as Readonly<Record<string, unknown>>;
  const isOmitted = object.kind === 'Builder' && !('serviceAccountName' in Object(object['spec']));
  return isOmitted || serviceAccountName === undefined ? spec : { ...spec, serviceAccountName };
}

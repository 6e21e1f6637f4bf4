import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installation } from '../../../src/install/installation.ts';
import {
  CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
  CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
  IMAGE_V1ALPHA1_CONVERSIONS,
} from '../../../src/core/api/kpack/conversions.ts';
import {
  CONTROLLER_NAMESPACE,
  DEPLOYMENT,
  LABELS,
  PUSH_CONFIG_MAP,
  SERVICE_ACCOUNT,
  SETTINGS_CONFIG_MAP,
  WARM_NODES,
  WARM_PRIORITY_CLASS,
} from '../../../src/core/model/installation-names.ts';
import { objectAt, objectsAt } from '../../support/json-field.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/model/json.ts';
import { ControllerVariables } from '../../../src/core/settings/read-controller-settings.ts';
import { variableReference } from '../../../src/core/settings/reference.ts';
import { DEFAULT_SETTINGS } from '../../../src/core/settings/settings.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { ROOT } from '../../support/command.ts';
import { installed } from '../../support/manifests.ts';

const CONFIG = path.join(ROOT, 'config');

/** All of config/ that is installed, in the order in which people apply it. */
function written(): readonly unknown[] {
  const places = readdirSync(CONFIG).filter((name) => /^\d/.test(name));
  const files = places.toSorted().flatMap((place) => {
    const whole = path.join(CONFIG, place);
    return place.endsWith('.yaml')
      ? [whole]
      : readdirSync(whole)
          .toSorted()
          .map((file) => path.join(whole, file));
  });
  return files.flatMap((file) => parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value));
}

describe('installation', () => {
  it('equals the files in config/ in their order', () => {
    const { images } = DEFAULT_SETTINGS;
    expect(installation(images)).to.deep.equal(written());
  });

  it('uses the given images everywhere', () => {
    const text = JSON.stringify(installation({ steps: 'a.test/steps', entrypoint: 'a.test/entrypoint' }));
    expect(text.match(/a\.test\/steps/g)).to.have.length(2);
    expect(text.match(/a\.test\/entrypoint/g)).to.have.length(1);
    expect(text).to.not.include('taskpack/steps:');
  });

  it('lets the controller listen before the first readiness probe, because the kubelet warns of each that fails', () => {
    const probes = controllerContainers().map((container) => objectAt(container, 'readinessProbe'));
    expect(probes).to.have.length(1);
    for (const { initialDelaySeconds } of probes) expect(initialDelaySeconds).to.be.at.least(1);
  });

  it('has the names of the model', () => {
    const objects = [
      ...installation({ steps: 'a', entrypoint: 'b' }),
      ...(installed('overlays/warm') as readonly JsonObject[]),
    ];
    expect(objects.map((object) => [object['kind'], objectAt(object, 'metadata')['name']])).to.deep.include.members([
      ['Namespace', CONTROLLER_NAMESPACE],
      ['ServiceAccount', SERVICE_ACCOUNT],
      ['ConfigMap', SETTINGS_CONFIG_MAP],
      ['Deployment', DEPLOYMENT],
      ['ServiceAccount', WARM_NODES],
      ['PriorityClass', WARM_PRIORITY_CLASS],
    ]);
    const text = JSON.stringify(objects);
    expect(text).to.include(`"resourceNames":["${PUSH_CONFIG_MAP}"]`);
    expect(text).to.include(`'system:serviceaccount:${CONTROLLER_NAMESPACE}:${SERVICE_ACCOUNT}'`);
    for (const object of written()) expectPlace(object);
  });

  it('sets settings of the controller only', () => {
    const [settings] = installed('400-settings.yaml');
    const [container] = controllerContainers();
    const names = [
      ...Object.keys(objectAt(settings as JsonObject, 'data')),
      ...objectsAt(container ?? {}, 'env').flatMap(({ name }) => name ?? []),
    ];
    expect(Object.keys(ControllerVariables.shape)).to.include.members(names);
    expect(variableReference().map(({ name }) => name)).to.include.members(names);
  });

  it("refuses all annotations in which kpack's webhook stores fields that v1alpha1 lacks", () => {
    const [policy] = installed('310-deprecated-fields.yaml');
    const conversions = [
      ...IMAGE_V1ALPHA1_CONVERSIONS,
      ...CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
      ...CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
    ];
    const annotations = conversions.flatMap(({ from: [root, , name] }) => (root === 'metadata' ? [`'${name}'`] : []));
    const variables = objectsAt(objectAt(policy as JsonObject, 'spec'), 'variables');
    const { expression } = variables.find(({ name }) => name === 'fieldsInAnnotations') ?? {};
    expect(annotations).to.have.length.above(10);
    expect(expression).to.include(`key in [${annotations.join(', ')}])`);
  });
});

/** All objects except definitions have the labels, and are in the controller's namespace if they are in any. */
function expectPlace(object: unknown): void {
  if (!isJsonObject(object) || object['kind'] === 'CustomResourceDefinition') return;
  const { labels, namespace = CONTROLLER_NAMESPACE } = objectAt(object, 'metadata');
  expect(labels).to.include(LABELS);
  expect(namespace).to.equal(CONTROLLER_NAMESPACE);
}

function controllerContainers(): readonly JsonObject[] {
  const deployment = installation({ steps: 'a', entrypoint: 'b' }).find(({ kind }) => kind === 'Deployment');
  return objectsAt(objectAt(objectAt(objectAt(deployment ?? {}, 'spec'), 'template'), 'spec'), 'containers');
}

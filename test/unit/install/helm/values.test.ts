import { expect } from 'chai';
import { chartValues } from '../../../../src/install/helm/values.ts';
import { valuesSchema, valuesYaml } from '../../../../src/install/helm/values-files.ts';
import { objectAt } from '../../../support/json-field.ts';
import { isJsonObject, type JsonObject } from '../../../../src/core/model/json.ts';
import { ControllerVariables } from '../../../../src/core/settings/read-controller-settings.ts';
import { TRACE_VARIABLE_NAMES } from '../../../../src/core/settings/trace-variables.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

const VALUES = chartValues();

/** The variables that the chart itself sets, or whose other values need other rights. */
const SET_BY_CHART = [
  'STEPS_IMAGE',
  'ENTRYPOINT_IMAGE',
  'WARM_NODES',
  'METRICS_PORT',
  'GIT_WEBHOOKS_PORT',
  'POD_NAME',
  'LEASE_NAMESPACE',
  'SYSTEM_NAMESPACE',
];

describe('the values of the Helm chart', () => {
  const [document] = parseYaml(valuesYaml(VALUES), 'values.yaml').documents;
  const defaults = isJsonObject(document?.value) ? document.value : {};

  it('have each default at its path', () => {
    for (const { path, byDefault } of VALUES) expect(at(defaults, path), path).to.deep.equal(byDefault);
  });

  it('contain every setting of the controller that the chart does not set', () => {
    const settings = [...Object.keys(ControllerVariables.shape), ...TRACE_VARIABLE_NAMES];
    expect(Object.keys(objectAt(defaults, 'settings'))).to.have.members(
      settings.filter((name) => !SET_BY_CHART.includes(name)),
    );
  });

  it('have a comment each, without Markdown links', () => {
    for (const line of valuesYaml(VALUES).split('\n')) {
      expect(line).to.not.match(/\]\(/);
      expect(line.length, line).to.be.at.most(140);
    }
  });

  it('have a schema that refuses other values', () => {
    const schema: unknown = JSON.parse(valuesSchema(VALUES));
    const settings = objectAt(
      objectAt(objectAt(isJsonObject(schema) ? schema : {}, 'properties'), 'settings'),
      'properties',
    );
    expect(schema).to.have.property('additionalProperties', false);
    expect(schema).to.have.property('required').that.includes('webhooks').and.does.not.include.members(['settings']);
    expect(schema).to.have.nested.property('properties.webhooks.required').that.deep.equals(['service']);
    expect(schema).to.not.have.nested.property('properties.webhooks.properties.service.required');
    expect(settings['BACKEND']).to.deep.include({ enum: ['', 'auto', 'tekton', 'native'] });
    expect(settings['ALLOW_KPACK']).to.deep.include({ enum: ['', 'true', 'false', true, false] });
    expect(settings['WORKERS']).to.deep.include({ type: ['string', 'integer'], pattern: '^$|^[0-9]{1,10}$' });
    expect(settings['SOURCE_MAX_BYTES']).to.deep.include({ type: ['string', 'integer'] });
    expect(settings['LIFECYCLE_IMAGES']).to.deep.include({ type: 'string' });
  });
});

function at(object: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (isJsonObject(found) ? found[name] : undefined), object);
}

import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installation } from '../../../src/install/installation.ts';
import { clusterRules } from '../../../src/install/rbac.ts';
import { objectAt, objectsAt } from '../../../src/model/json-field.ts';
import { DEFAULT_SETTINGS } from '../../../src/settings/settings.ts';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import { ROOT } from '../../support/command.ts';

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
    const deployment = installation({ steps: 'a', entrypoint: 'b' }).find(({ kind }) => kind === 'Deployment');
    const pod = objectAt(objectAt(objectAt(deployment ?? {}, 'spec'), 'template'), 'spec');
    const probes = objectsAt(pod, 'containers').map((container) => objectAt(container, 'readinessProbe'));
    expect(probes).to.have.length(1);
    for (const { initialDelaySeconds } of probes) expect(initialDelaySeconds).to.be.at.least(1);
  });

  it('has no wildcard permission', () => {
    for (const rule of clusterRules()) expect(JSON.stringify(rule)).to.not.include('*');
  });
});

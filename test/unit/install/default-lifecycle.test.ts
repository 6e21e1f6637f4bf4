import { expect } from 'chai';
import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import { crdManifests } from '../../../src/core/api/crds/manifests.ts';
import { ROOT } from '../../support/command.ts';

const FILE = 'config/overlays/default-lifecycle/clusterlifecycle.yaml';

describe(FILE, () => {
  const lifecycle = load(readFileSync(path.join(ROOT, FILE), 'utf8')) as JsonObject;

  it('is the ClusterLifecycle that builders use by default', () => {
    const name = textAt(objectAt(lifecycle, 'metadata'), 'name');
    expect(lifecycle).to.include({ apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterLifecycle' });
    for (const file of ['300-crds/builder.yaml', '300-crds/clusterbuilder.yaml']) {
      expect(JSON.stringify(crdManifests()[file]), file).to.contain(`"default":"${name}"`);
    }
  });

  it('names an image with a version', () => {
    const { tag } = parseImageReference(textAt(objectAt(lifecycle, 'spec'), 'image') ?? '') ?? {};
    expect(tag).to.match(/^\d+\.\d+\.\d+$/);
  });
});

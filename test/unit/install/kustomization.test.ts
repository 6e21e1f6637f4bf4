import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { kustomizationFiles } from '../../../src/install/kustomization.ts';
import { ROOT } from '../../support/command.ts';

const CONFIG = path.join(ROOT, 'config');
const OVERLAYS = readdirSync(path.join(CONFIG, 'overlays')).map((name) => `overlays/${name}`);

/** Returns the manifests of a folder below config/. */
function manifestsIn(folder: string): readonly string[] {
  return readdirSync(path.join(CONFIG, folder))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .map((file) => path.posix.join(folder, file));
}

describe('kustomizationFiles', () => {
  const installed = [...manifestsIn('.').filter((file) => /^\d/.test(file)), ...manifestsIn('300-crds')];
  const files = kustomizationFiles([...installed, ...OVERLAYS.flatMap(manifestsIn)]);

  it('installs every file of config/, and no overlay', () => {
    expect(files['kustomization.yaml']).to.have.deep.property('resources', installed.toSorted());
  });

  for (const folder of OVERLAYS) {
    it(`has every file of ${folder}, except those for other namespaces`, () => {
      const { resources } = files[`${folder}/kustomization.yaml`] as unknown as {
        readonly resources: readonly string[];
      };
      const missing = manifestsIn(folder).filter((file) => !resources.includes(path.posix.basename(file)));
      expect(missing).to.deep.equal(
        folder === 'overlays/network-policies' ? ['overlays/network-policies/builds.yaml'] : [],
      );
    });
  }
});

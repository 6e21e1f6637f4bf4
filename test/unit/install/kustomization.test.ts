import { expect } from 'chai';
import { load } from 'js-yaml';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

const CONFIG = path.join(ROOT, 'config');

/** Users apply this policy to each namespace with Builds. */
const FOR_OTHER_NAMESPACES = 'overlays/network-policies/builds.yaml';

/** Returns the manifests of a folder below config/. */
function manifestsIn(folder: string): readonly string[] {
  return readdirSync(path.join(CONFIG, folder))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .map((file) => path.posix.join(folder, file));
}

function kustomization(folder: string): { readonly kind: string; readonly resources: readonly string[] } {
  const text = readFileSync(path.join(CONFIG, folder, 'kustomization.yaml'), 'utf8');
  return load(text) as { readonly kind: string; readonly resources: readonly string[] };
}

describe('the kustomizations in config', () => {
  it('install every file of config/, and no overlay', () => {
    const installed = [...manifestsIn('.').filter((file) => /^\d/.test(file)), ...manifestsIn('300-crds')];
    expect(kustomization('.').resources).to.deep.equal(installed.toSorted());
  });

  for (const name of readdirSync(path.join(CONFIG, 'overlays'))) {
    const folder = `overlays/${name}`;
    it(`have every file of ${folder}, except those for other namespaces`, () => {
      const { kind, resources } = kustomization(folder);
      const listed = resources.map((file) => path.posix.join(folder, file));
      expect(listed).to.have.members(manifestsIn(folder).filter((file) => file !== FOR_OTHER_NAMESPACES));
      // A Component can only add objects, and these definitions replace others.
      expect(kind).to.equal(name === 'v1alpha3' ? 'Kustomization' : 'Component');
    });
  }
});

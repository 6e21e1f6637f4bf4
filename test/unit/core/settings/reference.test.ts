import { expect } from 'chai';
import { readControllerSettings } from '../../../../src/core/settings/read-controller-settings.ts';
import { kpackReference, variableReference } from '../../../../src/core/settings/reference.ts';

describe('variableReference', () => {
  it('lists every variable once and none that has no effect', () => {
    const names = [...variableReference().map(({ name }) => name), ...kpackReference().map(([name]) => name)];
    expect(names).to.have.length(new Set(names).size);
  });

  it('shows defaults that can be set as values', () => {
    const defaults = Object.fromEntries(variableReference().map(({ name, byDefault }) => [name, byDefault]));
    expect(defaults).to.include({ BACKEND: 'auto', START_DEADLINE: '600', ALLOW_KPACK: 'false', REGISTRY_MIRRORS: '' });
    expect(readControllerSettings(defaults)).to.deep.equal(readControllerSettings({}));
  });
});

import { expect } from 'chai';
import { mountedSecrets } from '../../../src/mask/mounted-secrets.ts';

const secret = (secretName: string) => ({ name: `of-${secretName}`, secret: { secretName } });

describe('the Secrets that volumes show', () => {
  it('are each named once, beside volumes that show none', () => {
    const volumes = [secret('one'), { name: 'work', emptyDir: {} }, secret('two'), { ...secret('one'), name: 'again' }];
    expect(mountedSecrets({ volumes })).to.deep.equal(['one', 'two']);
    expect(mountedSecrets({})).to.deep.equal([]);
  });
});

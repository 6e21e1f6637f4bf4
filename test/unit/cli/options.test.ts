import { expect } from 'chai';
import { mirrorValue } from '../../../src/cli/options.ts';

describe('--registry-mirror', () => {
  it('collects the mirrors of each registry in the order of the options', () => {
    const values = ['docker.io=mirror.example.com:5000/hub', 'gcr.io=10.0.0.1', 'index.docker.io=localhost:5000'];
    let mirrors = mirrorValue(values[0] ?? '');
    for (const value of values.slice(1)) mirrors = mirrorValue(value, mirrors);
    expect(mirrors).to.deep.equal({
      'index.docker.io': ['mirror.example.com:5000/hub', 'localhost:5000'],
      'gcr.io': ['10.0.0.1'],
    });
  });

  for (const text of [
    '',
    'docker.io',
    'docker.io=',
    '=mirror.example.com',
    'a.b=c.d=e.f',
    'a.b=https://c.d',
    'a.b=nohost',
    'a.b=c.d/UP',
  ]) {
    it(`rejects ${text}`, () => {
      expect(() => mirrorValue(text)).to.throw(
        'It must be REGISTRY=MIRROR, for example docker.io=mirror.example.com/hub.',
      );
    });
  }
});

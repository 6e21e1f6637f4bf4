import { expect } from 'chai';
import { addressesValue, hostsValue, mirrorValue, secondsValue } from '../../../src/cli/options.ts';

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

describe('--insecure-registry', () => {
  it('collects the registries of all options', () => {
    expect(hostsValue('localhost:5000,[::1]:80', ['a.test'])).to.deep.equal(['a.test', 'localhost:5000', '[::1]:80']);
  });

  for (const text of ['', 'http://registry.example.com', 'registry.example.com/path', 'a b']) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(() => hostsValue(text)).to.throw(
        'It must be a host with an optional port, for example registry.example.com:5000.',
      );
    });
  }
});

describe('--allow-address', () => {
  it('collects the hosts and addresses of all options', () => {
    const values = ['registry.test', '10.1.2.3', '10.0.0.0/8', 'fd00::1', 'fd00::/8'];
    let all: readonly string[] = [];
    for (const value of values) all = addressesValue(value, all);
    expect(all).to.deep.equal(values);
  });

  for (const text of ['', '*', '10.0.0.0/33', 'http://10.0.0.1']) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(() => addressesValue(text)).to.throw('It must be a host, an address or a CIDR such as 10.0.0.0/8.');
    });
  }
});

describe('--now', () => {
  it('takes seconds before the year 10000', () => {
    expect(secondsValue('253402300799')).to.equal(253_402_300_799);
    expect(secondsValue('')).to.equal(undefined);
  });

  for (const text of ['253402300800', '1764066909000', '9007199254740991']) {
    it(`rejects ${text}, which may be milliseconds`, () => {
      expect(() => secondsValue(text)).to.throw('seconds, not milliseconds');
    });
  }
});

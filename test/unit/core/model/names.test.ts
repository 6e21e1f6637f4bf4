import { expect } from 'chai';
import * as fc from 'fast-check';
import { childName, dnsLabel } from '../../../../src/core/model/names.ts';

describe('childName', () => {
  // The long names are outputs of Knative's kmeta.ChildName, as kpack 0.18 uses it.
  const rows: readonly (readonly [parent: string, suffix: string, name: string])[] = [
    ['app', '-build-pod', 'app-build-pod'],
    ['a'.repeat(53), '-build-pod', `${'a'.repeat(53)}-build-pod`],
    ['a'.repeat(54), '-build-pod', `${'a'.repeat(21)}eced9e0b81ef2bba605cbc5e2e76a1d0-build-pod`],
    ['a'.repeat(64), '', `${'a'.repeat(31)}014842d480b571495a4a0363793f7367`],
  ];
  for (const [parent, suffix, name] of rows) {
    it(`${parent.length} characters and "${suffix}"`, () => {
      expect(childName(parent, suffix)).to.equal(name);
    });
  }

  it('are at most 63 characters and unique per parent', () => {
    const parent = fc.stringMatching(/^[a-z][a-z0-9-]{0,100}$/);
    fc.assert(
      fc.property(parent, parent, (one, other) => {
        expect(childName(one, '-build-pod').length).to.be.at.most(63);
        expect(childName(one, '-build-pod') === childName(other, '-build-pod')).to.equal(one === other);
      }),
    );
  });
});

describe('dnsLabel', () => {
  it('keep a text that is a valid label', () => {
    expect(dnsLabel('binding-', 'database')).to.equal('binding-database');
  });

  it('differ for a name and the label of another name', () => {
    const label = dnsLabel('binding-', 'a.b').slice('binding-'.length);
    expect(dnsLabel('binding-', label)).not.to.equal(dnsLabel('binding-', 'a.b'));
  });

  it('are valid for any name and unique per name', () => {
    const name = fc.stringMatching(/^[a-z0-9.-]{1,253}$/);
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(dnsLabel('binding-', one)).to.match(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
        expect(dnsLabel('binding-', one) === dnsLabel('binding-', other)).to.equal(one === other);
      }),
    );
  });
});

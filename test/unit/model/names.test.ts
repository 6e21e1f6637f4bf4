import { expect } from 'chai';
import * as fc from 'fast-check';
import { childName, dnsLabel } from '../../../src/model/names.ts';

describe('child names', () => {
  // The long ones are what kpack 0.17 and Knative's kmeta.ChildName make of these parents.
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

  it('fit a label and differ where parents differ', () => {
    const parent = fc.stringMatching(/^[a-z][a-z0-9-]{0,100}$/);
    fc.assert(
      fc.property(parent, parent, (one, other) => {
        expect(childName(one, '-build-pod').length).to.be.at.most(63);
        expect(childName(one, '-build-pod') === childName(other, '-build-pod')).to.equal(one === other);
      }),
    );
  });
});

describe('DNS labels', () => {
  it('keep what is one', () => {
    expect(dnsLabel('binding-', 'database')).to.equal('binding-database');
  });

  it('are one whatever the name, and differ where names differ', () => {
    const name = fc.stringMatching(/^[a-z0-9.-]{1,253}$/);
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(dnsLabel('binding-', one)).to.match(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
        expect(dnsLabel('binding-', one) === dnsLabel('binding-', other)).to.equal(one === other);
      }),
    );
  });
});

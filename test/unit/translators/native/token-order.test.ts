import { expect } from 'chai';
import * as fc from 'fast-check';
import { translate } from '../../../../src/core/translate/translate.ts';
import { arbitraryBuild } from '../../../support/arbitrary-build.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

/** The phases that run buildpacks or come before one that does, each with the phase after it. */
const PAIRS = [
  ['analyze', 'detect'],
  ['detect', 'restore'],
  ['restore', 'build'],
  ['build', 'export'],
] as const;

describe('the containers of a Pod in the containers layout', () => {
  it('compare tokens, so that no forged mark starts a phase', () => {
    fc.assert(
      fc.property(arbitraryBuild, ({ documents }) => {
        const { manifests } = translate(documents, someOptions({ to: 'pod', layout: 'containers' }));
        expectTokens(readWorkload([...manifests].at(-1)).containers.filter(({ name }) => name !== 'pre-start'));
      }),
      { numRuns: 60 },
    );
  });
});

function expectTokens(phases: readonly Container[]): void {
  const pairs = phases.some(({ name }) => name === 'build') ? PAIRS : [];
  const expected = phases.map(({ name }) => [
    ...pairs.filter(([first]) => first === name).map(() => `--token=/buildWait/${name}/token`),
    ...pairs
      .filter(([, next]) => next === name)
      .map(([first]) => `--returned=/buildWait/${first}/token,/buildWait/${name}/copy`),
  ]);
  expect(phases.map(tokenFlags)).to.deep.equal(expected);
  const [prepare, ...others] = phases;
  expect(tokenMounts(prepare)).to.have.deep.members(
    pairs.flatMap(([first, next]) => [
      { name: `build-wait-${first}`, mountPath: `/var/tokens/${first}` },
      { name: `build-wait-${next}`, mountPath: `/var/tokens/copies/${first}` },
    ]),
  );
  expect(others.flatMap(tokenMounts)).to.deep.equal([]);
  // No phase that runs buildpacks sees the copy with which the next phase compares its token.
  for (const [first, next] of pairs)
    expect(mountsOf(phases.find(({ name }) => name === first)).map(({ name }) => name)).not.to.include(
      `build-wait-${next}`,
    );
}

/** Returns the flags of the waiter that take and compare tokens. */
function tokenFlags({ args = [] }: Container): readonly string[] {
  return args.slice(0, args.indexOf('--')).filter((arg) => /^--(?:token|returned)=/.test(arg));
}

function tokenMounts(container: Container | undefined): NonNullable<Container['volumeMounts']> {
  return mountsOf(container).filter(({ mountPath }) => mountPath.startsWith('/var/tokens'));
}

function mountsOf(container: Container | undefined): NonNullable<Container['volumeMounts']> {
  return container?.volumeMounts ?? [];
}

import { expect } from 'chai';
import { contentsOf, problemsOf, resolution, someMeta, someSource } from './some-buildpacks.ts';

const ID = "the id must consist of letters, digits, '.', '/' and '-'";
const VERSION = "the version must consist of letters, digits, '.', '_', '+' and '-'";

/** Returns the contents of a builder with only this buildpack, or its problems. */
function outcome(id: string, version: string): readonly string[] {
  const buildpack = { id, version, diffId: 'some-diff-id', digest: 'some-digest', size: 10 };
  return contentsOf(resolution([[{ id, version }]], [someSource('ClusterStore', 'some-store', buildpack)]));
}

describe('names of buildpacks', () => {
  for (const [id, version] of [
    ['some/id', '1.0.0-rc.1+build.5'],
    ['io.some-id.A1', 'latest'],
    ['a/../../b', '1..0'],
    ['apps/config', '1_0'],
  ] as const) {
    it(`are accepted: ${id}@${version}`, () => expect(outcome(id, version)).to.deep.equal([`${id}@${version}`]));
  }

  for (const [id, version, ...problems] of [
    ['..', '1', ID],
    ['.', '1', ID],
    ['a b', '1', ID],
    ['a_b', '1', ID],
    ['ä', '1', ID],
    ['a\n[[order]]', '1', ID],
    ['a"', '1', ID],
    ['$(a)', '1', ID],
    ['__proto__', '1', ID],
    ['a', '..', VERSION],
    ['a', '.', VERSION],
    ['a', '../../etc', VERSION],
    ['a', '1\u0007', VERSION],
    ['a', '1 2', VERSION],
    ['..', '..', ID, VERSION],
  ] as const) {
    it(`are rejected: ${JSON.stringify(`${id}@${version}`)}`, () => {
      expect(outcome(id, version)).to.deep.equal(
        problems.map((problem) => `spec.order[0].group[0]: validating buildpack ${id}@${version}: ${problem}`),
      );
    });
  }

  it('are checked in all packages and reported for the entries that need them', () => {
    const source = someSource('ClusterStore', 'some-store', someMeta('..@1', 'a@1'), someMeta('m@1', '..@1'), 'a@1');
    expect(problemsOf(resolution([[{ id: 'a' }], [{ id: 'm' }]], [source]))).to.deep.equal([
      `spec.order[1].group[0]: validating buildpack ..@1: ${ID}`,
    ]);
  });

  it('are not checked for buildpacks that no order needs', () => {
    expect(
      contentsOf(resolution([[{ id: 'a' }]], [someSource('ClusterStore', 'some-store', 'a@1', '..@1')])),
    ).to.deep.equal(['a@1']);
  });
});

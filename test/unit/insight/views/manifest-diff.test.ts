import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { manifestDiffs } from '../../../../src/insight/views/manifest-diff.ts';

function secret(data: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'team' }, data };
}

function patches(old: readonly JsonObject[], now: readonly JsonObject[]): readonly string[] {
  return manifestDiffs({ old, new: now, names: ['A', 'B'] }).map(({ patch }) => patch);
}

describe('the differences of manifests', () => {
  it('mask the values of Secrets, and show which ones differ', () => {
    expect(patches([secret({ same: 'cw==', other: 'b25l' })], [secret({ same: 'cw==', other: 'dHdv' })])).to.deep.equal(
      [
        `--- A/v1.Secret.team.a
+++ B/v1.Secret.team.a
@@ -1,6 +1,6 @@
 apiVersion: v1
 data:
-  other: '*** (before)'
+  other: '*** (after)'
   same: '***'
 kind: Secret
 metadata:
`,
      ],
    );
  });

  it('leave out the status, the metadata of the API server and the order of keys', () => {
    const live = { ...secret({}), status: { phase: 'x' }, metadata: { uid: '1', namespace: 'team', name: 'a' } };
    expect(patches([live], [secret({})])).to.deep.equal([]);
  });

  it('tell objects of other namespaces and kinds apart, and name those that one side lacks', () => {
    const other = { ...secret({}), metadata: { name: 'a', namespace: 'other' } };
    const diffs = manifestDiffs({ old: [secret({})], new: [other], names: ['A', 'B'] });
    expect(diffs.map(({ kind, object }) => `${kind} ${object.namespace}`)).to.deep.equal([
      'added other',
      'removed team',
    ]);
    expect(diffs.map(({ patch }) => patch.split('\n').slice(0, 2))).to.deep.equal([
      ['--- /dev/null', '+++ B/v1.Secret.other.a'],
      ['--- A/v1.Secret.team.a', '+++ /dev/null'],
    ]);
  });
});

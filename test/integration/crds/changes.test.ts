import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import { CHANGES } from './changes.ts';
import { complaintOf, kpackCluster, kpackPath, worded } from './kpack-cluster.ts';

describe("changes of kpack's objects on a real API server", () => {
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
  });

  for (const [index, { of, patch, says }] of CHANGES.entries()) {
    it(`of a ${of.kind} by ${JSON.stringify(patch)} are ${says === undefined ? 'accepted' : 'rejected'}`, async () => {
      const object = { ...of, metadata: { name: `changed-${index}` } };
      await cluster.client.send('POST', kpackPath({ ...object, metadata: {} }), object);
      const changed = complaintOf(
        cluster.client.send('PATCH', kpackPath(object), patch, 'application/merge-patch+json'),
      );
      if (says === undefined) expect(await changed).to.equal(undefined);
      else expect(worded(await changed, says)).to.include(says);
      await cluster.client.send('DELETE', kpackPath(object));
    });
  }
});

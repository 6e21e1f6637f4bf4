import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { missingDefinitions } from '../../../src/install/cluster-checks.ts';
import { KubeError } from '../../../src/clients/kube/kube-error.ts';
import type { Transport } from '../../../src/clients/kube/transport/transport.ts';
import { ROOT } from '../../support/command.ts';

/** A server with this answer to discovery. */
function serving(answer: () => unknown): Transport {
  return {
    call: async () => answer(),
    stream: async () => {
      throw new Error('unexpected watch');
    },
  };
}

/** The resources in config/. */
const ALL = readdirSync(path.join(ROOT, 'config/300-crds')).map((file) => `${path.basename(file, '.yaml')}s`);

function resources(plurals: readonly string[]): object {
  return {
    kind: 'APIResourceList',
    resources: plurals.map((name) => ({ name, kind: 'X', namespaced: true, verbs: [] })),
  };
}

describe('missingDefinitions', () => {
  it('returns the resources that are not served', async () => {
    expect(await missingDefinitions(serving(() => resources(ALL)))).to.deep.equal([]);
    const some = ALL.filter((plural) => plural !== 'clusterstacks');
    expect(await missingDefinitions(serving(() => resources([...some, 'clusterstacks/status'])))).to.deep.equal([
      'clusterstacks',
    ]);
  });

  it('returns all resources if the version is not served', async () => {
    const missing = missingDefinitions(
      serving(() => {
        throw new KubeError('NOT_FOUND', 'resources', 'no');
      }),
    );
    expect(await missing).to.have.members(ALL);
  });
});

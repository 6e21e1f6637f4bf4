import { expect } from 'chai';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { awaitCommand } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import type { BuildChangesView } from '../../../src/insight/views/build-changes-view.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** Checks what `why` and `report` show of a Build whose application changed and whose buildpack layer came from the cache. */
export async function expectShown({ cluster, namespace, registry }: WholeWayBed, name: string): Promise<void> {
  const workspace = makeWorkspace();
  try {
    const login = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64');
    workspace.write({ 'config.json': JSON.stringify({ auths: { [registry.address]: { auth: login } } }) });
    const read = async (...args: readonly string[]) => {
      const options = ['-n', namespace, '--kubeconfig', cluster.kubeconfig, '--insecure-registry', registry.address];
      const outcome = await awaitCommand([...args, ...options], { env: { DOCKER_CONFIG: workspace.path } });
      expect({ status: outcome.status, stderr: outcome.stderr }).to.deep.equal({ status: 0, stderr: '' });
      return outcome.stdout;
    };
    expectChanges(JSON.parse(await read('why', name, '-o', 'json')));
    const page = await read('report', name);
    // The log comes from the kubelet, and the layers from the registry.
    for (const text of ['Reusing layer', 'data of test/hello', 'test/environment']) expect(page, name).to.include(text);
    expect(page).to.not.include(ACCOUNT.password);
  } finally {
    workspace.remove();
  }
}

function expectChanges({ comparison, gaps }: BuildChangesView): void {
  expect(gaps).to.deep.equal([]);
  if (comparison.kind !== 'compared') throw new Error(`the images were not compared: ${JSON.stringify(comparison)}`);
  const { versions, layers } = comparison;
  expect(versions).to.deep.equal([]);
  const changed = layers?.parts.filter(({ change }) => change !== 'reused').map(({ part }) => part);
  expect(changed).to.deep.equal(['application']);
  expect(layers?.parts.map(({ part }) => part)).to.include.members(['run image', 'data of test/hello', 'launcher']);
  expect(layers?.newBytes)
    .to.be.greaterThan(0)
    .and.lessThan(layers?.sizeBytes ?? 0);
}

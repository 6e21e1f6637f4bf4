import { expect } from 'chai';
import { CONTROLLER_NAMESPACE, WARM_NODES, WARM_PRIORITY_CLASS } from '../../../src/core/model/installation-names.ts';
import { installed } from '../../support/manifests.ts';

describe('config/overlays/warm', () => {
  const manifests = installed('overlays/warm');

  it('alone lets the controller write DaemonSets, and only in its own namespace', () => {
    expect(JSON.stringify(installed('200-rbac.yaml'))).to.not.include('daemonsets');
    const roles = manifests.filter((manifest) => 'rules' in manifest);
    expect(roles.map(({ kind, metadata }) => [kind, metadata.namespace])).to.deep.equal([
      ['Role', CONTROLLER_NAMESPACE],
    ]);
    expect(JSON.stringify(roles)).to.include('daemonsets').and.not.include('*');
  });

  it('has the ServiceAccount and the PriorityClass that the DaemonSet names', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).to.include.members([`ServiceAccount ${WARM_NODES}`, `PriorityClass ${WARM_PRIORITY_CLASS}`]);
  });
});

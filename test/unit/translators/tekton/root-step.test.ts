import { expect } from 'chai';
import type { TaskBuilder } from '../../../../src/core/model/resolved-builder.ts';
import { readArguments } from '../../../../src/steps/prepare/command-line.ts';
import { readDirectories } from '../../../../src/steps/prepare/task/set-group.ts';
import { makeTask } from '../../../../translators/tekton/task/task.ts';
import type { Container } from '../../../support/workload.ts';

const BUILDER: TaskBuilder = {
  image: `r.example/builder@sha256:${'b'.repeat(64)}`,
  uid: 1001,
  gid: 1000,
  platformApi: '0.9',
  runImage: 'r.example/run',
};

function stepsOf(fields: Partial<Parameters<typeof makeTask>[0]>): readonly Container[] {
  const task = makeTask({ kind: 'build', name: 'b', version: '1.2.3', stepsImage: 'r.example/steps:1', ...fields });
  return (task['spec'] as unknown as { readonly steps: readonly Container[] }).steps;
}

describe('a Task with a root step', () => {
  const [first, ...others] = stepsOf({ builder: BUILDER, hasRootStep: true });

  it('has the steps of the same Task without it, after one that runs as root', () => {
    expect(others).to.deep.equal(stepsOf({ builder: BUILDER }));
    expect(stepsOf({ hasRootStep: true })).to.deep.equal(stepsOf({}));
  });

  it("gives root only the builder's group, the volumes that layers record, and an image that no run replaces", () => {
    expect(first).to.deep.include({
      image: 'r.example/steps:1',
      securityContext: {
        runAsNonRoot: false,
        runAsUser: 0,
        runAsGroup: BUILDER.gid,
        allowPrivilegeEscalation: false,
        privileged: false,
        seccompProfile: { type: 'RuntimeDefault' },
        capabilities: { drop: ['ALL'] },
      },
    });
    expect(first?.volumeMounts?.map(({ name }) => name)).to.deep.equal(['layers-dir', 'workspace-dir']);
  });

  it('runs the command of prepare that sets the group of these volumes', () => {
    const { args = [], volumeMounts = [] } = first ?? { name: '' };
    expect(readArguments(args)).to.include({ kind: 'volumes' });
    expect(readDirectories(args)).to.deep.equal(volumeMounts.map(({ mountPath }) => mountPath));
  });
});

import { expect } from 'chai';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { createPod, ended, podEnded, type PodStatus } from '../e2e/running-pod.ts';

const RESTRICTED = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
};

const BUILDER = { runAsUser: 1000, runAsGroup: 1000 };
const ROOT = { ...RESTRICTED, runAsNonRoot: false, runAsUser: 0 };

/** Prints the mode, owner and group of the volume. */
const STAT = `stat -c '%a %u:%g' /volume`;

interface Case {
  readonly title: string;
  readonly name: string;
  readonly script: string;
  readonly container?: object;
  readonly fsGroup?: number;
  readonly subPath?: string;
  readonly says: readonly string[];
}

/** Why a step of a Task cannot replace an fsGroup unless the step runs as root. */
const CASES: readonly Case[] = [
  {
    title: 'has the set-group-ID bit and the group of an fsGroup',
    name: 'with-fs-group',
    fsGroup: 1000,
    script: STAT,
    says: ['2777 0:1000'],
  },
  {
    title: 'belongs to root without an fsGroup, and no other user can set the bit, also in a user namespace',
    name: 'without-fs-group',
    script: `${STAT}; chmod g+s /volume || echo no chmod; chgrp 1000 /volume || echo no chgrp; unshare -U true || echo no namespace; ${STAT}`,
    says: ['777 0:0', 'no chmod', 'no chgrp', 'no namespace', '777 0:0'],
  },
  {
    title: 'has the same mode and owner at a subPath, which the kubelet creates, so a subPath does not remove the bit',
    name: 'with-sub-path',
    fsGroup: 1000,
    subPath: 'below',
    script: `${STAT}; chmod g-s /volume || echo no chmod`,
    says: ['2777 0:1000', 'no chmod'],
  },
  {
    title: 'gets bit and group from root without capabilities, if root has the group',
    name: 'by-root',
    container: { ...ROOT, runAsGroup: 1000 },
    script: `chgrp 1000 /volume && chmod g+s /volume; ${STAT}`,
    says: ['2777 0:1000'],
  },
  {
    title: 'does not get the group from root without capabilities, if root does not have the group',
    name: 'by-root-of-another-group',
    container: { ...ROOT, runAsGroup: 0 },
    script: `chgrp 1000 /volume || echo no chgrp; ${STAT}`,
    says: ['no chgrp', '777 0:0'],
  },
];

describe('an emptyDir, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
  });

  for (const one of CASES) {
    it(one.title, async () => {
      const pod = podOf(one);
      await createPod(cluster.client, pod);
      const { containerStatuses = [] } = await ended<PodStatus>(cluster.client, pod, podEnded, { seconds: 200 });
      const { message = '' } = containerStatuses[0]?.state.terminated ?? {};
      expect(message.trim().split('\n')).to.deep.equal(one.says);
    });
  }
});

function podOf({ name, script, container = { ...RESTRICTED, ...BUILDER }, fsGroup, subPath }: Case): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `volume-${name}`, namespace: 'default' },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      ...(fsGroup !== undefined && { securityContext: { fsGroup } }),
      containers: [
        {
          name: 'looks',
          image: BUSYBOX_IMAGE,
          command: ['sh', '-c', `(${script}) > /dev/termination-log 2>/dev/null`],
          securityContext: container,
          volumeMounts: [{ name: 'volume', mountPath: '/volume', ...(subPath !== undefined && { subPath }) }],
        },
      ],
      volumes: [{ name: 'volume', emptyDir: {} }],
    },
  };
}

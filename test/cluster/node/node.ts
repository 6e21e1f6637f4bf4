import path from 'node:path';
import type { ApiClient } from '../kubernetes/api-client.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { NODE_NAME } from '../control-plane/certificates.ts';
import { writeKubeconfig } from '../control-plane/kubeconfig.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { containerd, containerdSocket } from './containerd.ts';
import type { Enclosure } from './enclosure.ts';
import { imageStore, type ImageStore } from './image-store.ts';
import { kubelet } from './kubelet.ts';
import { writeNodeImages, type ImagePrograms } from './node-images.ts';
import { writeRegistryHost } from './registry-host.ts';
import { scheduler } from './scheduler.ts';

export interface NodePrograms extends ImagePrograms {
  readonly kubelet: string;
  readonly 'kube-scheduler': string;
}

/** A node of a cluster. */
export interface Node {
  readonly images: ImageStore;
  /** Lets Pods pull from a registry without TLS. */
  readonly trustRegistry: (address: string) => void;
}

export async function startNode(
  enclosure: Enclosure,
  controlPlane: ControlPlane,
  programs: NodePrograms,
): Promise<Node> {
  const { folder } = enclosure;
  const runtime = enclosure.run(containerd(folder));
  const images = imageStore(containerdSocket(folder));
  await until('containerd', () => images.list(), { died: [runtime.died] });
  await images.load(writeNodeImages(programs, folder));
  const { client, certificates } = controlPlane;
  const [kubeletPort = 0, schedulerPort = 0] = await freePorts(2);
  const agent = enclosure.run(
    kubelet(programs.kubelet, { folder, kubeconfig: kubeconfigOf('kubelet'), certificates, port: kubeletPort }),
  );
  const planner = controlPlane.run(
    scheduler(programs['kube-scheduler'], { kubeconfig: kubeconfigOf('scheduler'), port: schedulerPort }),
  );
  const died = [runtime.died, agent.died, planner.died];
  await until('the node to be ready', () => isReady(client), { died, seconds: 60 });
  return nodeIn(folder);

  function kubeconfigOf(name: string): string {
    const identity = { certificate: certificates.certificate(name), key: certificates.key(name) };
    return writeKubeconfig(path.join(folder, `${name}.kubeconfig`), { ...client.address, ...identity });
  }
}

/** Returns the node whose files are in a folder. */
export function nodeIn(folder: string): Node {
  return {
    images: imageStore(containerdSocket(folder)),
    trustRegistry: (address) => writeRegistryHost(folder, address),
  };
}

interface NodeStatus {
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}

async function isReady(client: ApiClient): Promise<true | undefined> {
  const { status } = (await client.send('GET', `/api/v1/nodes/${NODE_NAME}`)) as NodeStatus;
  const ready = status.conditions.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' ? true : undefined;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BRIDGE_ADDRESS, NODE_NAME, type Certificates } from '../control-plane/certificates.ts';
import type { ProcessSpec } from '../processes/leashed-process.ts';
import { containerdSocket } from './containerd.ts';

interface Options {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly certificates: Certificates;
  readonly port: number;
}

export function kubelet(command: string, options: Options): Omit<ProcessSpec, 'log'> {
  const file = path.join(options.folder, 'kubelet.json');
  writeFileSync(file, JSON.stringify(configuration(options)));
  const root = path.join(options.folder, 'kubelet');
  mkdirSync(root);
  return {
    name: 'kubelet',
    command,
    args: [
      `--config=${file}`,
      `--kubeconfig=${options.kubeconfig}`,
      `--hostname-override=${NODE_NAME}`,
      `--node-ip=${BRIDGE_ADDRESS}`,
      `--root-dir=${root}`,
    ],
  };
}

function configuration({ folder, certificates, port }: Options): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    address: BRIDGE_ADDRESS,
    port,
    healthzPort: 0,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: certificates.authority },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: certificates.certificate('kubelet'),
    tlsPrivateKeyFile: certificates.key('kubelet'),
    containerRuntimeEndpoint: `unix://${containerdSocket(folder)}`,
    podLogsDir: path.join(folder, 'logs'),
    volumePluginDir: path.join(folder, 'volume-plugins'),
    ...MACHINE,
    ...IMAGES,
  };
}

/** These settings make the kubelet accept the machine and leave it unchanged. */
const MACHINE = {
  cgroupDriver: 'cgroupfs',
  // The cgroup that enclosure.sh creates.
  cgroupRoot: '/taskpack-bed',
  failCgroupV1: false,
  failSwapOn: false,
  makeIPTablesUtilChains: false,
  oomScoreAdj: 0,
  resolvConf: '',
  // No DNS server answers at this address. Without it, Pods would get the machine's DNS servers.
  clusterDNS: [BRIDGE_ADDRESS],
  evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  eventRecordQPS: 0,
};

/** Most images are loaded, not pulled. By default the kubelet removes unused images and trusts only images that it pulled. */
const IMAGES = {
  imageGCHighThresholdPercent: 100,
  imagePullCredentialsVerificationPolicy: 'NeverVerify',
  serializeImagePulls: false,
  registryPullQPS: 0,
};

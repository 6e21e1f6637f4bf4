import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The bridge that enclosure.sh creates. */
const BRIDGE = 'taskpack0';

/** Writes the CNI configuration. Pods are on the bridge, which leads only to this machine. */
export function writeNetworkConfiguration(folder: string): string {
  const configuration = {
    cniVersion: '1.0.0',
    name: 'taskpack-bed',
    plugins: [
      {
        type: 'bridge',
        bridge: BRIDGE,
        // The bridge already has an address. `isGateway` would enable forwarding for the whole machine.
        isGateway: false,
        ipMasq: false,
        ipam: {
          type: 'host-local',
          ranges: [[{ subnet: '10.88.0.0/24' }]],
          dataDir: path.join(folder, 'addresses'),
        },
      },
    ],
  };
  const networks = path.join(folder, 'networks');
  mkdirSync(networks);
  writeFileSync(path.join(networks, 'bed.conflist'), JSON.stringify(configuration));
  return networks;
}

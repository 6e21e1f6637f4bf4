import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What enclosure.sh makes. */
const BRIDGE = 'taskpack0';

/** Writes CNI's configuration: pods are on the bridge, and there is no way from it but to this machine. */
export function writeNetworkConfiguration(folder: string): string {
  const configuration = {
    cniVersion: '1.0.0',
    name: 'taskpack-bed',
    plugins: [
      {
        type: 'bridge',
        bridge: BRIDGE,
        // The bridge has its address already; as a gateway, forwarding would be switched on for the whole machine.
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

import { readFileSync, writeFileSync } from 'node:fs';
import type { ApiAddress } from '../kubernetes/api-client.ts';

/** Writes a self-contained kubeconfig. */
export function writeKubeconfig(file: string, address: ApiAddress): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'bed', cluster: { server: address.server, 'certificate-authority-data': base64(address.authority) } },
    ],
    users: [
      {
        name: 'bed',
        user: { 'client-certificate-data': base64(address.certificate), 'client-key-data': base64(address.key) },
      },
    ],
    contexts: [{ name: 'bed', context: { cluster: 'bed', user: 'bed' } }],
    'current-context': 'bed',
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

function base64(file: string): string {
  return readFileSync(file).toString('base64');
}

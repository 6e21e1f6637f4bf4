import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The directory in which containerd looks for a registry's `hosts.toml` at each pull. */
export function registryHostsFolder(folder: string): string {
  return path.join(folder, 'registries');
}

/** Lets containerd connect to a registry without TLS. */
export function writeRegistryHost(folder: string, address: string): void {
  const url = JSON.stringify(`http://${address}`);
  const place = path.join(registryHostsFolder(folder), address);
  mkdirSync(place, { recursive: true });
  writeFileSync(
    path.join(place, 'hosts.toml'),
    `server = ${url}\n\n[host.${url}]\ncapabilities = ["pull", "resolve"]\n`,
  );
}

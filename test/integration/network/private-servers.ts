import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificates } from '../../cluster/control-plane/certificates.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startTunnels, type Tunnels } from '../../support/tunnels.ts';

/** The hosts that the certificate is for. No name server knows them, so only the proxy leads to them. */
export type PrivateHost = 'git.test' | 'blob.test' | 'registry.test';

/** Servers with a certificate of an unknown authority, behind a proxy that is the only way to them. */
export interface PrivateServers {
  /** The file with the certificate of the authority. */
  readonly authority: string;
  readonly certificate: string;
  readonly proxy: Tunnels;
  /** The requests that passed TLS, as `host path`. */
  readonly requests: string[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts the servers in front of backends without TLS, which are URLs by host. The servers listen on the loopback interface, and the
 * proxy at `proxyHost`, so Pods reach only the proxy.
 */
export async function startPrivateServers(
  backends: Readonly<Record<PrivateHost, string>>,
  proxyHost = '127.0.0.1',
): Promise<PrivateServers> {
  const { certificates } = await ensurePrograms(['certificates'], (line) => console.error(line));
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-private-'));
  const files = makeCertificates(certificates, folder);
  const pair = { cert: readFileSync(files.certificate('private')), key: readFileSync(files.key('private')) };
  const requests: string[] = [];
  const server = createServer(pair, (incoming, response) => {
    const { host = '', ...headers } = incoming.headers;
    requests.push(`${host} ${incoming.url ?? ''}`);
    const backend = Object.entries(backends).find(([name]) => name === host)?.[1] ?? 'http://127.0.0.1:1';
    // The registry names its own host and protocol in the locations of uploads.
    const forwarded = { ...headers, host, 'x-forwarded-proto': 'https' };
    const options = { method: incoming.method, headers: forwarded };
    const outgoing = send(new URL(incoming.url ?? '/', backend), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy = await startTunnels(() => (server.address() as AddressInfo).port, proxyHost);
  return {
    authority: files.authority,
    certificate: readFileSync(files.authority, 'utf8'),
    proxy,
    requests,
    stop: async () => {
      await proxy.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

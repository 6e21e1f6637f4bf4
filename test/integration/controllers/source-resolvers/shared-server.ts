import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as send, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { once } from 'node:events';

/** A git server with TLS that many tenants use. */
export interface SharedServer {
  readonly url: string;
  /** The authority of the server's certificate. */
  readonly authority: string;
  /** A certificate with the subject and the key id of the authority, and another key. */
  readonly forgedAuthority: string;
  readonly stop: () => Promise<void>;
}

/** Starts the server in front of a git server. `answer` returns true for a request that it has answered itself. */
export async function startSharedServer(
  folder: string,
  backend: string,
  answer: (...request: Parameters<RequestListener>) => boolean,
): Promise<SharedServer> {
  const certificates = makeCertificates(folder);
  const server = createServer({ cert: certificates.cert, key: certificates.key }, (incoming, response) => {
    if (answer(incoming, response)) return;
    const { method, headers } = incoming;
    const outgoing = send(new URL(incoming.url ?? '/', backend), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...certificates,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const CONFIGURATION = `[req]
distinguished_name = name
x509_extensions = authority
[name]
[authority]
basicConstraints = critical, CA:true
subjectKeyIdentifier = 0102030405060708090a0b0c0d0e0f1011121314
[leaf]
subjectAltName = IP:127.0.0.1
authorityKeyIdentifier = keyid:always
`;

function makeCertificates(folder: string): {
  readonly authority: string;
  readonly forgedAuthority: string;
  readonly cert: string;
  readonly key: string;
} {
  const openssl = (...args: readonly string[]): unknown =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(path.join(folder, 'certificates.cnf'), CONFIGURATION);
  const config = ['-config', 'certificates.cnf'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  for (const name of ['authority', 'forged']) {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    openssl('req', '-x509', ...curve, ...files, '-subj', '/CN=authority', ...config);
  }
  openssl('req', ...curve.slice(0, -2), '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=127.0.0.1', ...config);
  const signer = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-days', '30'];
  openssl(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-out',
    'leaf.crt',
    '-extfile',
    'certificates.cnf',
    '-extensions',
    'leaf',
    ...signer,
  );
  return {
    authority: read('authority.crt'),
    forgedAuthority: read('forged.crt'),
    cert: read('leaf.crt'),
    key: read('leaf.key'),
  };
}

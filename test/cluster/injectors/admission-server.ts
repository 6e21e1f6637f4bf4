import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Certificates } from '../control-plane/certificates.ts';
import type { Operation } from './json-patch.ts';
import type { Pod } from './pod.ts';

/** The request of an AdmissionReview. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly namespace: string;
  readonly object: Pod;
  readonly dryRun?: boolean;
}

/** Returns the JSON patch for a request. No operations leave the Pod unchanged. */
export type Answer = (variant: string, request: AdmissionRequest) => Promise<readonly Operation[]>;

export interface AdmissionServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves AdmissionReviews over HTTPS, with one path for each variant. */
export async function startAdmissionServer(certificates: Certificates, answer: Answer): Promise<AdmissionServer> {
  const cert = readFileSync(certificates.certificate('injector'));
  const server = createServer({ cert, key: readFileSync(certificates.key('injector')) }, (incoming, outgoing) => {
    review(incoming, answer).then(
      (body) => outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  // The API server keeps connections open. It does not repeat a call whose connection the server has just closed.
  server.keepAliveTimeout = 3_600_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, stop: () => close(server) };
}

async function review(incoming: IncomingMessage, answer: Answer): Promise<unknown> {
  const { request } = (await json(incoming)) as { readonly request: AdmissionRequest };
  const operations = await answer((incoming.url ?? '').replace(/^\/|\?.*$/g, ''), request);
  const patch = { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
  const response = { uid: request.uid, allowed: true, ...(operations.length > 0 && patch) };
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

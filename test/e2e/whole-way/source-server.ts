import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';

/** Serves files to pods. */
export interface SourceServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function serveFiles(files: Readonly<Record<string, Buffer>>): Promise<SourceServer> {
  const server = createServer((request, response) => {
    const content = files[request.url?.slice(1) ?? ''];
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, BRIDGE_ADDRESS, resolve));
  return {
    url: `http://${BRIDGE_ADDRESS}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

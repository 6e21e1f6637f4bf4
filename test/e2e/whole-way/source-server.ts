import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { serveHttp } from '../../cluster/registry/http-server.ts';

/** Serves files to pods. */
export interface SourceServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function serveFiles(files: Readonly<Record<string, Buffer>>): Promise<SourceServer> {
  const { address, stop } = await serveHttp(BRIDGE_ADDRESS, (request, response) => {
    const content = files[request.url?.slice(1) ?? ''];
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  return { url: `http://${address}`, stop };
}

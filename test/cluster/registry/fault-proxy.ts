import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerStatus, concerns, type Fault, type FaultRule } from './fault.ts';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';

/** A request that reached the proxy, and the fault that the proxy injected. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly fault?: Fault['kind'];
}

/** A proxy that injects faults into a server's responses. */
export interface FaultProxy extends HttpServer {
  readonly url: string;
  /** All requests since the last `clear`, in order. */
  readonly seen: readonly SeenRequest[];
  /** Injects a fault into the next responses that match the rule. The oldest rule that is not used up applies. */
  inject(rule: FaultRule): void;
  /** Removes all rules and recorded requests. */
  clear(): void;
}

/** Starts a proxy without faults. */
export async function startFaultProxy(upstream: string, host = '127.0.0.1'): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  const waiting: { readonly rule: FaultRule; left: number }[] = [];
  const nextFault = (request: { readonly method: string; readonly path: string }): Fault | undefined => {
    const found = waiting.find(({ rule, left }) => left > 0 && concerns(rule, request));
    if (found !== undefined) found.left -= 1;
    return found?.rule.fault;
  };
  const server = await serveHttp(host, (incoming, response) => {
    const request = { method: incoming.method ?? '', path: incoming.url ?? '' };
    const fault = nextFault(request);
    seen.push(fault === undefined ? request : { ...request, fault: fault.kind });
    void handle(incoming, response, upstream, fault);
  });
  return {
    ...server,
    url: `http://${server.address}`,
    seen,
    inject: (rule) => void waiting.push({ rule, left: rule.times ?? 1 }),
    clear: () => {
      seen.length = 0;
      waiting.length = 0;
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case 'status':
      // A client that is still sending would see a broken connection instead of the response.
      incoming.resume().on('end', () => answerStatus(response, fault));
      return;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'slow':
      await sleep(fault.milliseconds);
      // A late upload or mount would change the registry while a test looks at it.
      if (response.destroyed) return;
      break;
    case 'truncated':
    case undefined:
  }
  passOn(incoming, response, upstream, fault?.kind === 'truncated' ? fault.bytes : undefined);
}

/** The client's `Host` is kept, so the registry's locations lead through the proxy. */
function passOn(incoming: IncomingMessage, response: ServerResponse, upstream: string, limit?: number): void {
  const { method, url: path, headers } = incoming;
  const outgoing = send(`http://${upstream}`, { method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (limit === undefined) pipeline(answer, response, () => undefined);
    else
      buffer(answer).then(
        (body) => sendStart(body.subarray(0, limit), response),
        () => response.destroy(),
      );
  });
  pipeline(incoming, outgoing, (error) => {
    if (error) response.destroy();
  });
  outgoing.on('error', () => response.destroy());
}

function sendStart(start: Buffer, response: ServerResponse): void {
  response.flushHeaders();
  response.write(start, () => response.destroy());
}

import { fieldError } from '../../core/model/problem.ts';
import { startHttpServer, type Answer, type HttpServer } from '../../controller/observability/http-server.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { CommandFailure } from '../problems.ts';
import { systemMessage } from '../terminal.ts';
import type { ProcessHealth } from './health.ts';
import type { Telemetry } from './telemetry.ts';

/** No reconcile takes longer, not even one that publishes the largest builder image. */
const MAX_RECONCILE_MS = 30 * 60_000;

/** Shorter than the probe's timeout in the Deployment (config/500-controller.yaml). */
const START_TIMEOUT_MS = 4000;
const START_INTERVAL_MS = 100;

type Health = Pick<ProcessHealth, 'readiness' | 'isStarting'>;

/** The sources of the endpoints. */
export interface Served {
  readonly registry: Pick<Telemetry['registry'], 'metrics' | 'contentType'>;
  readonly running: Pick<Telemetry['running'], 'longerThan'>;
  readonly log: Pick<Telemetry['log'], 'info'>;
}

/** Starts the server of metrics and probes. Rejects with `CommandFailure` if the port cannot be opened. */
export async function serve(
  port: number,
  { registry, running, log }: Served,
  health: Health,
  clock: Pick<Clock, 'sleep'>,
): Promise<HttpServer> {
  const routes = {
    '/metrics': async () => ({ status: 200, text: await registry.metrics(), type: registry.contentType }) as const,
    '/healthz': () => healthOf(running.longerThan(MAX_RECONCILE_MS)),
    '/readyz': async () => readinessOf(health, clock),
  };
  try {
    const server = await startHttpServer(port, routes);
    log.info('metrics and probes are served', { port: server.port });
    return server;
  } catch (error) {
    throw new CommandFailure([fieldError(['METRICS_PORT'], `port ${port}: ${systemMessage(error)}`)], 2);
  }
}

/**
 * Answers a readiness probe. While the process starts, the answer waits, because the kubelet records a Warning for each probe
 * that fails.
 */
async function readinessOf({ readiness, isStarting }: Health, { sleep }: Pick<Clock, 'sleep'>): Promise<Answer> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += START_INTERVAL_MS) {
    const answer = readiness();
    if (answer.status === 200 || !isStarting()) return answer;
    await sleep(START_INTERVAL_MS);
  }
  return readiness();
}

/** Returns 503 if a reconcile never ends. Any response shows that the event loop runs. */
function healthOf(stuck: readonly string[]): Answer {
  if (stuck.length === 0) return { status: 200, text: 'ok\n' };
  const minutes = MAX_RECONCILE_MS / 60_000;
  return {
    status: 503,
    text: stuck.map((work) => `the reconcile of ${work} has been running for ${minutes} minutes\n`).join(''),
  };
}

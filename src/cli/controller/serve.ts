import { fieldError } from '../../model/problem.ts';
import { startHttpServer, type Answer, type HttpServer } from '../../observability/http-server.ts';
import { CommandFailure } from '../command-failure.ts';
import { systemMessage } from '../system-message.ts';
import type { Life } from './life.ts';
import type { Observation } from './observation.ts';

/** No reconcile takes so long, in milliseconds: the largest builder image is published sooner. */
const LONGEST_WORK = 30 * 60_000;

/** What is asked when somebody asks. */
export interface Served {
  readonly registry: Pick<Observation['registry'], 'metrics' | 'contentType'>;
  readonly running: Pick<Observation['running'], 'longerThan'>;
  readonly log: Pick<Observation['log'], 'info'>;
}

/** Serves metrics and probes. */
export async function serve(
  port: number,
  { registry, running, log }: Served,
  life: Pick<Life, 'readiness'>,
): Promise<HttpServer> {
  const routes = {
    '/metrics': async () => ({ status: 200, text: await registry.metrics(), type: registry.contentType }) as const,
    '/healthz': () => healthOf(running.longerThan(LONGEST_WORK)),
    '/readyz': life.readiness,
  };
  try {
    const server = await startHttpServer(port, routes);
    log.info('metrics and probes are served', { port: server.port });
    return server;
  } catch (error) {
    throw new CommandFailure([fieldError(['METRICS_PORT'], `port ${port}: ${systemMessage(error)}`)], 2);
  }
}

/** That there is an answer says that the process is not stuck as a whole. */
function healthOf(stuck: readonly string[]): Answer {
  if (stuck.length === 0) return { status: 200, text: 'ok\n' };
  const minutes = LONGEST_WORK / 60_000;
  return { status: 503, text: stuck.map((work) => `${work} has been worked on for ${minutes} minutes\n`).join('') };
}

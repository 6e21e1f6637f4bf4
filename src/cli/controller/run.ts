import type { Dispatchers } from '../../kube/transport/dispatchers.ts';
import { formatProblem } from '../../model/problem.ts';
import { countedDispatcher } from '../../observability/counted-dispatcher.ts';
import { terminationSignal } from '../../runtime/termination.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import { kubeFailure } from '../cluster/kube-failure.ts';
import { openCluster } from '../cluster/open-cluster.ts';
import type { Terminal } from '../terminal.ts';
import type { ControllerFlags } from './flags.ts';
import { leadAndWork } from './lead-and-work.ts';
import { beginLife } from './life.ts';
import { observe, type Observation } from './observation.ts';
import type { OwnProcess } from './own-process.ts';
import { preflight } from './preflight.ts';
import { settingsOfController } from './read-settings.ts';
import { serve } from './serve.ts';
import { withRegistries } from './with-registries.ts';

/** What `taskpack controller` does, until it is told to end. */
export async function runController(flags: ControllerFlags, terminal: Terminal): Promise<void> {
  const stop = terminationSignal(process);
  const { settings, warnings } = settingsOfController(flags, terminal);
  const life = beginLife(COLLABORATORS.elapsed);
  const observation = observe(settings, terminal, life.caches);
  for (const warning of warnings) observation.log.warn(formatProblem(warning));
  const server = await serve(settings.metricsPort, observation, life);
  try {
    await workIn({ flags, terminal, settings, life, observation, stop });
  } catch (error) {
    // What is cut off because the process ends is no failure.
    if (!stop.aborted || error !== stop.reason) throw kubeFailure(error);
  } finally {
    await server.close();
  }
}

async function workIn(own: OwnProcess): Promise<void> {
  const { flags, terminal, settings, observation, stop } = own;
  const cluster = await openCluster(flags, terminal, (dispatchers) => counted(dispatchers, observation));
  try {
    const { allowKpack, registries } = settings;
    await preflight({ cluster, allowKpack, log: observation.log, signal: stop });
    const { registryRequest: count } = observation;
    await withRegistries({ settings: registries, terminal, client: cluster.client, count }, async (access) =>
      leadAndWork(own, cluster, access),
    );
  } finally {
    await cluster.close();
  }
}

function counted(dispatchers: Dispatchers, { apiRequest }: Observation): Dispatchers {
  return { ...dispatchers, of: (use, certificate) => countedDispatcher(dispatchers.of(use, certificate), apiRequest) };
}

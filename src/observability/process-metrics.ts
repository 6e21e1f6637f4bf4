import { collectDefaultMetrics, Registry } from 'prom-client';

/** An own registry, with metrics of the process: memory, CPU, event loop, garbage. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

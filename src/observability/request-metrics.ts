import { Counter, type Registry } from 'prom-client';

/** Counts a request that was answered, with its status, or was not. */
export type CountRequest = (method: string, status: number | undefined) => void;

/** Counts requests to the API server, by client-go's name. */
export function apiRequestMetrics(registry: Registry): CountRequest {
  return requestCounter(registry, 'rest_client_requests_total', 'Requests to the API server, each attempt');
}

/** Counts requests to registries of images. */
export function registryRequestMetrics(registry: Registry): CountRequest {
  return requestCounter(registry, 'taskpack_registry_requests_total', 'Requests to registries, each attempt');
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function requestCounter(registry: Registry, name: string, help: string): CountRequest {
  const counter = new Counter({ name, help, labelNames: ['method', 'code'], registers: [registry] });
  return (method, status) => counter.inc({ method: METHODS.includes(method) ? method : 'other', code: codeOf(status) });
}

/** Client-go's `<error>` where there was no answer. What no standard knows is told by its class alone. */
function codeOf(status: number | undefined): string {
  if (status === undefined) return '<error>';
  const isUsual = status >= 200 && status < 600 && status % 100 < 52;
  return isUsual ? String(status) : 'other';
}

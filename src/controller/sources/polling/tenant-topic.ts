import { createHash } from 'node:crypto';
import type { Topic } from './poll-topic.ts';

/** A query of a tenant about a server. */
export interface TenantQuery {
  readonly key: string;
  readonly server: string;
  readonly tenant: string;
  /** The network of the tenant; `undefined` for the default network. */
  readonly network: string | undefined;
  /** The login for the server; `undefined` without one. */
  readonly login: unknown;
}

/**
 * Returns the topic of a query. In a network of its own, a tenant shares no host with others: its certificates can make all requests to a
 * server fail.
 */
export function tenantTopic({ key, server, tenant, network, login }: TenantQuery): Topic {
  return {
    key,
    host: network === undefined ? server : `${server} ${network} ${tenant}`,
    login: login === undefined ? '' : hashOf(login),
    tenant,
  };
}

/** Returns a hash of JSON, because keys and logins of topics can be logged. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

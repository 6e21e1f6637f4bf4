import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from '../processes/free-port.ts';
import { startProcess, type LeashedProcess } from '../processes/leashed-process.ts';
import { until } from '../processes/until.ts';
import { registryConfig, type Authentication } from './registry-config.ts';
import { prepareUsers } from './users.ts';

export interface RegistryPrograms {
  readonly leash: string;
  readonly registry: string;
}

export interface RegistryOptions {
  /** The folder of the registry's files. */
  readonly folder: string;
  /** The listening address. Pods cannot reach the loopback address. */
  readonly host?: string;
  readonly authentication?: Authentication['kind'];
}

/** A running distribution registry. */
export interface Registry {
  /** `host:port`, as image references begin. */
  readonly address: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a registry on a free port. The registry serves the existing content of its folder. */
export async function startRegistry(programs: RegistryPrograms, options: RegistryOptions): Promise<Registry> {
  const { folder, host = '127.0.0.1', authentication = 'none' } = options;
  mkdirSync(folder, { recursive: true });
  const users = await prepareUsers(authentication, folder, host);
  const [port = 0] = await freePorts(1);
  const address = `${host}:${port}`;
  const config = path.join(folder, 'config.json');
  const storage = path.join(folder, 'storage');
  writeFileSync(config, registryConfig({ address, storage, authentication: users.authentication }));
  const process = run(programs, config);
  const stop = async (): Promise<void> => {
    await process.stop();
    await users.stop();
  };
  try {
    await until('registry', () => answers(address), { died: [process.died] });
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, url: `http://${address}`, stop };
}

function run({ leash, registry }: RegistryPrograms, config: string): LeashedProcess {
  const spec = {
    name: 'registry',
    command: registry,
    args: ['serve', config],
    // Otherwise the registry sends traces to a collector.
    environment: { OTEL_TRACES_EXPORTER: 'none', OTEL_TRACES_SAMPLER: 'always_off' },
    log: path.join(path.dirname(config), 'registry.log'),
  };
  return startProcess(spec, leash);
}

async function answers(address: string): Promise<true | undefined> {
  const { status } = await fetch(`http://${address}/v2/`);
  return status === 200 || status === 401 ? true : undefined;
}

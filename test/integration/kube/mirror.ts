import { startReflector } from '../../../src/clients/kube/reflector/reflector.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import type { Transport } from '../../../src/clients/kube/transport/transport.ts';
import { until } from '../../cluster/processes/until.ts';
import { deepFrozen } from '../../unit/clients/kube/some-objects.ts';
import { SYSTEM_CLOCK } from '../../../src/core/runtime/clock.ts';
import { CONFIG_MAPS } from './connected.ts';

/** A reflector of a namespace's ConfigMaps, and the events that the reflector reported. */
export interface Mirror {
  readonly changes: readonly string[];
  readonly problems: readonly unknown[];
  readonly synced: Promise<boolean>;
  /** Waits until the mirror has exactly these ConfigMaps, written as `name=value` of their only field. */
  readonly shows: (...expected: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function mirrorOf(transport: Transport, namespace: string): Mirror {
  const controller = new AbortController();
  const changes: string[] = [];
  const problems: unknown[] = [];
  const { store, synced, ended } = startReflector<KubeObject>({
    transport,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    resource: CONFIG_MAPS,
    selection: { namespace, fieldSelector: 'metadata.name!=kube-root-ca.crt' },
    parse: deepFrozen,
    onChange: ({ kind, object }) => void changes.push(`${kind} ${object.metadata.name}`),
    report: ({ error }) => void problems.push(error),
    signal: controller.signal,
  });
  const shown = (): string => store.list().map(textOf).toSorted().join(' ');
  return {
    changes,
    problems,
    synced,
    shows: async (...expected) => {
      const wanted = expected.toSorted().join(' ');
      await until(`a mirror of ${wanted}`, async () => shown() === wanted || undefined, { seconds: 40 });
    },
    stop: async () => {
      controller.abort();
      await ended;
    },
  };
}

function textOf({ metadata, data }: KubeObject): string {
  return `${metadata.name}=${JSON.stringify(data ?? {}).replaceAll(/[{}"]/g, '')}`;
}

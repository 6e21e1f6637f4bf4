import { container, containerStatus, volume } from './container.ts';
import { conditions, objectMeta } from './object-meta.ts';
import { fields, list, text } from './reader.ts';

/** Reads a Pod (core/v1). `podContainers` in `translators/progress` joins its containers and their statuses. */
export const asPod = fields({
  metadata: objectMeta,
  spec: fields({
    nodeName: text,
    schedulingGates: list(fields({ name: text })),
    initContainers: list(container),
    containers: list(container),
    volumes: list(volume),
  }),
  status: fields({
    phase: text,
    reason: text,
    message: text,
    startTime: text,
    conditions,
    initContainerStatuses: list(containerStatus),
    containerStatuses: list(containerStatus),
  }),
});

export type Pod = ReturnType<typeof asPod>;

/** Reads an Event of core/v1. */
export const asEvent = fields({
  metadata: objectMeta,
  type: text,
  reason: text,
  message: text,
  series: fields({ lastObservedTime: text }),
  lastTimestamp: text,
  eventTime: text,
});

export type PodEvent = ReturnType<typeof asEvent>;

import { fields, flag, json, number, optional, text } from './reader.ts';

const stateFields = optional(
  fields({
    reason: text,
    message: text,
    startedAt: text,
    finishedAt: text,
    exitCode: number,
    signal: number,
    containerID: text,
  }),
);

/** The fields of a ContainerState (core/v1), of which at most one is present. */
export const CONTAINER_STATE = { waiting: stateFields, running: stateFields, terminated: stateFields };

/** Reads a ContainerState (core/v1). */
export const asContainerState = fields(CONTAINER_STATE);

export type ContainerStateFields = ReturnType<typeof asContainerState>;

/** A container in the specification of a Pod. */
export const container = fields({ name: text, image: text, restartPolicy: text });

/** A ContainerStatus (core/v1). */
export const containerStatus = fields({ name: text, state: json, started: flag, ready: flag });

/** A volume of a Pod or of a Tekton task. */
export const volume = fields({ name: text, secret: optional(fields({ secretName: text })) });

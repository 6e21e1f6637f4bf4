/** An Event that a controller records, other than the Event of a changed condition. */
interface EventDefinition {
  readonly type: 'Normal' | 'Warning';
  /** The kinds of the objects that the Event is about. */
  readonly object: string;
  readonly meaning: string;
}

/** The reasons of Events (docs/reference/events.md). */
export const EVENT_REASONS = {
  BuildCreated: {
    type: 'Normal',
    object: 'Image',
    meaning: 'The controller created a Build. The note has its name and its reasons, such as `COMMIT,CONFIG`',
  },
  Started: {
    type: 'Normal',
    object: 'Build',
    meaning: 'The Pod or TaskRun exists. The note names it, and the annotations and labels that it did not get',
  },
  Recreating: {
    type: 'Normal',
    object: 'Build',
    meaning: 'The controller replaces a Pod or TaskRun that cannot run. The note says why',
  },
  Succeeded: { type: 'Normal', object: 'Build', meaning: 'The Build succeeded. The note has the image by digest' },
  Failed: {
    type: 'Warning',
    object: 'Build',
    meaning: 'The Build failed. The note begins with a [reason](build-failures.md)',
  },
  MetadataUnknown: {
    type: 'Warning',
    object: 'Build',
    meaning:
      'The labels of the built image cannot be read. The Build succeeds, but its status lacks the stack and the buildpacks',
  },
  Published: {
    type: 'Normal',
    object: 'Builder, ClusterBuilder',
    meaning: 'The builder has another image. The note has the image by digest',
  },
  NetworkInvalid: {
    type: 'Warning',
    object: 'ConfigMap',
    meaning:
      'A ConfigMap with the label `taskpack.dev/network: "true"` cannot be used, and Builds of its namespace wait. The note names the key',
  },
} as const satisfies Readonly<Record<string, EventDefinition>>;

export type EventReason = keyof typeof EVENT_REASONS;

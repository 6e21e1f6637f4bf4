import type { Explanation } from '../../../model/explanation.ts';

/** The lifecycle's phases that ran and ended otherwise than well; what our own steps fail by is in src/model/step-failures. */
export const PHASE_REASONS = {
  AnalyzeFailed: {
    actor: 'user',
    meaning: 'The previous image or the run image cannot be read, or the tags cannot be written to',
    advice: "Check that the ServiceAccount's Secrets give access to the run image, to the tags and to the cache image.",
  },
  NothingDetected: {
    actor: 'user',
    meaning: "No group of buildpacks in the builder's order wants this source",
    advice: "Check that the source's sub path is right, and that the builder has a buildpack for such sources.",
  },
  DetectionErrored: {
    actor: 'user',
    meaning: 'No group of buildpacks wants this source, and at least one buildpack failed while it looked',
    advice: 'Look in the log for the buildpack whose detection failed, and at the file that it names.',
  },
  DetectFailed: {
    actor: 'platform',
    meaning: 'Detection failed before any buildpack could decide',
    advice: "Check the builder's order, and that it is made for this lifecycle; the log says what was missing.",
  },
  RestoreFailed: {
    actor: 'user',
    meaning: 'What the last build has left in the cache could not be restored',
    advice: 'Check that the cache image or the volume can be read, or delete it: the next build makes it anew.',
  },
  BuildpackFailed: {
    actor: 'user',
    meaning: 'A buildpack failed while it built the source',
    advice: 'Look at the last lines of the log: they are of the buildpack, and of the tool that it ran.',
  },
  BuildFailed: {
    actor: 'platform',
    meaning: 'The build phase failed beside its buildpacks',
    advice: 'Look at the last lines of the log, and try the Build once more; if it stays, try another builder.',
  },
  ExportFailed: {
    actor: 'user',
    meaning: 'The image could not be made, or not be written to the registry',
    advice: 'Check that the registry is up and takes images at all tags, and that the disk of the node is not full.',
  },
  RebaseFailed: {
    actor: 'user',
    meaning: 'The image could not be put on the new run image',
    advice: 'Check that the last image and the run image can be read, and that both are of the same stack or target.',
  },
  PlatformApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not speak the Platform API that it was asked for",
    advice: 'Use a builder with a newer lifecycle, or make the facts known of it right.',
  },
  BuildpackApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not speak the Buildpack API of one of its buildpacks",
    advice: 'Use a builder whose lifecycle and buildpacks fit together.',
  },
  ArgumentsRefused: {
    actor: 'platform',
    meaning: 'The lifecycle does not take what it was told',
    advice: 'Check that all tags are in one registry, and that the builder has the lifecycle that it claims to have.',
  },
  PhaseKilled: {
    actor: 'platform',
    meaning: 'Something ended the phase by a signal',
    advice:
      'Try the Build once more; if it stays, raise its spec.resources.limits.memory, and look at who may delete processes.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

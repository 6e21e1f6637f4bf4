import type { Explanation } from '../../../model/explanation.ts';

/** The reasons for which the lifecycle's phases fail or are refused. Those of taskpack's steps are in src/model/step-failures. */
export const PHASE_EXPLANATIONS = {
  AnalyzeFailed: {
    actor: 'user',
    meaning: 'The lifecycle cannot read the previous image or the run image, or cannot write to the tags',
    advice: "Check that the ServiceAccount's Secrets give access to the run image, the tags and the cache image.",
  },
  NothingDetected: {
    actor: 'user',
    meaning: "No group of buildpacks in the builder's order supports this source",
    advice: "Check the source's sub path, and that the builder has a buildpack for this kind of source.",
  },
  DetectionErrored: {
    actor: 'user',
    meaning: 'No group of buildpacks supports this source, and the detection of at least one buildpack failed',
    advice: "Find in the log which buildpack's detection failed, and check the file that it names.",
  },
  DetectFailed: {
    actor: 'platform',
    meaning: 'Detection failed before any buildpack ran',
    advice:
      "Check the builder's order, and that the order fits the builder's lifecycle; the log names what is missing.",
  },
  RestoreFailed: {
    actor: 'user',
    meaning: 'The cache of the previous build cannot be restored',
    advice: 'Check that the cache image or volume can be read, or delete the cache: the next build creates a new one.',
  },
  BuildpackFailed: {
    actor: 'user',
    meaning: 'A buildpack failed to build the source',
    advice: 'Read the last lines of the log: the buildpack and its tools print them.',
  },
  BuildFailed: {
    actor: 'platform',
    meaning: 'The build phase failed outside of the buildpacks',
    advice: 'Read the last lines of the log, and create the Build again; if it fails again, try another builder.',
  },
  ExportFailed: {
    actor: 'user',
    meaning: 'The lifecycle cannot create the image, or cannot write it to the registry',
    advice:
      "Check that the registry is available and accepts images at all tags, and that the node's disk is not full.",
  },
  ExportRefused: {
    actor: 'platform',
    meaning:
      'The image is not exported, because files of a buildpack would lead the exporter to credentials, other images or forged labels',
    advice:
      'Remove the buildpack that the log names from the builder, or the script of the source that the buildpack ran.',
  },
  PhaseStartedEarly: {
    actor: 'platform',
    meaning:
      'The phase did not run, because a process or a layer of the previous phase had forged the end of that phase',
    advice:
      'Check the buildpacks of the builder and the scripts of the source that they run. Before detect or build, also check the previous image and the cache.',
  },
  RebaseFailed: {
    actor: 'user',
    meaning: 'The image cannot be rebased on the new run image',
    advice: 'Check that the previous image and the run image can be read, and that both have the same stack or target.',
  },
  PlatformApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not support the requested Platform API",
    advice: 'Use a builder with a newer lifecycle, or correct the image facts of the builder.',
  },
  BuildpackApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not support the Buildpack API of one of its buildpacks",
    advice: 'Use a builder whose lifecycle supports all its buildpacks.',
  },
  ArgumentsRefused: {
    actor: 'platform',
    meaning: 'The lifecycle rejected its arguments',
    advice:
      'Check that all tags are in one registry, and that the builder contains the lifecycle that its metadata names.',
  },
  PhaseKilled: {
    actor: 'platform',
    meaning: 'A signal ended the phase',
    advice:
      'Create the Build again; if it fails again, raise its spec.resources.limits.memory, and check which users and controllers can delete Pods in the namespace.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

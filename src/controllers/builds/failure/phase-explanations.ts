import type { Explanation } from '../../../model/failure-explanation.ts';

/** The reasons for which the lifecycle's phases fail or are refused. Those of taskpack's steps are in src/model/step-failures. */
export const PHASE_EXPLANATIONS = {
  AnalyzeFailed: {
    actor: 'user',
    meaning:
      'The lifecycle cannot read the previous image or the run image, or cannot write to the tags or the cache image',
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
    advice:
      'Read the last lines of the log, and let the author create the Build again. If it fails again, the author tries another builder.',
  },
  ExportFailed: {
    actor: 'user',
    meaning: 'The lifecycle cannot create the image, or cannot write it to the registry',
    advice:
      "If the log has the status 401 or 403, correct the Secret of that registry in the ServiceAccount. Otherwise, check that the registry accepts images at all tags, and that the node's disk is not full.",
  },
  ExportRefused: {
    actor: 'platform',
    meaning:
      'The image was not exported, because a buildpack left a file with which the exporter could publish credentials, other images or forged labels',
    advice:
      'The log names the buildpack and the file. Check if the buildpack or a script of the source wrote the file. Then the operator removes the buildpack from the builder, or the author corrects the script.',
  },
  PhaseStartedEarly: {
    actor: 'platform',
    meaning: 'The phase did not run, because something in the previous phase forged the end of that phase',
    advice:
      'Treat this as an attack: check the buildpacks of the builder and the scripts of the source that they run. If the phase is detect or build, also check the previous image and the cache.',
  },
  RebaseFailed: {
    actor: 'user',
    meaning: 'The image cannot be rebased on the new run image',
    advice:
      'Check that the previous image and the run image can be read, and that both have the same stack or target. If the previous image has neither, build it again with "taskpack trigger".',
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
    actor: 'user',
    meaning: 'The lifecycle rejected its arguments',
    advice:
      'Put all tags of the Build into one registry. If they already are, the operator checks that the builder contains the lifecycle that its metadata names. Then create the Build again.',
  },
  PhaseKilled: {
    actor: 'platform',
    meaning: 'A signal ended the phase',
    advice:
      'Let the author create the Build again. If it fails again, check which users and controllers can delete Pods in the namespace. After exit code 137, the author also raises spec.resources.limits.memory.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

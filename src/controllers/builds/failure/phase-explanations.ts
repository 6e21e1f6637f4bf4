import type { Explanation } from '../../../model/failure-explanation.ts';

/** The reasons for which the lifecycle's phases fail or are refused. Those of taskpack's steps are in src/model/step-failures. */
export const PHASE_EXPLANATIONS = {
  CreateFailed: {
    actor: 'platform',
    meaning: "The lifecycle's creator failed, and neither its exit code nor its log shows in which phase",
    advice:
      "Read the log of the container create. If it says that the user is unknown, add the user of CNB_USER_ID to the builder's /etc/passwd, or remove the builder from CREATOR_BUILDERS.",
  },
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
    advice: 'Find in the log which buildpack failed and which file of the source it names. Correct that file.',
  },
  DetectFailed: {
    actor: 'platform',
    meaning: 'Detection failed before any buildpack ran',
    advice:
      "The log names what is missing. Check the builder's order, and that the builder's lifecycle supports all that the order uses.",
  },
  RestoreFailed: {
    actor: 'user',
    meaning: 'The cache of the previous build cannot be restored',
    advice: 'Check that the cache image or volume can be read, or delete the cache: the next build creates a new one.',
  },
  BuildpackFailed: {
    actor: 'user',
    meaning: 'A buildpack failed to build the source',
    advice:
      'Read the last lines of the log, which the buildpack and its tools print, and correct the source. If the buildpack itself is wrong, report it to the author of the buildpack.',
  },
  BuildFailed: {
    actor: 'platform',
    meaning: 'The build phase failed outside of the buildpacks',
    advice:
      'Read the last lines of the log: they show what the lifecycle or the node could not do. Then the author creates the Build again. If it fails again, change the lifecycle of the builder.',
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
      'The image was not exported, because a buildpack left a file that could make the exporter publish credentials, other images or forged labels',
    advice:
      'The log names the buildpack and the file. Check if the buildpack or a script of the source wrote the file. Then the operator removes the buildpack from the builder, or the author corrects the script.',
  },
  PhaseStartedEarly: {
    actor: 'platform',
    meaning:
      'The phase did not run, because a program in the previous phase pretended that the previous phase had ended',
    advice:
      'Treat this as an attack: check the buildpacks of the builder and the scripts of the source that they run. If the phase is detect or build, also check the previous image and the cache.',
  },
  RebaseFailed: {
    actor: 'user',
    meaning: 'The image cannot be rebased on the new run image',
    advice:
      'Check that the Build can read the previous image and the run image, and that both name the same stack, or the same target. If the previous image names no stack and no target, build it again with "taskpack trigger".',
  },
  PlatformApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not support the requested Platform API",
    advice:
      'Use a builder with a newer lifecycle. If the Build was translated with an ImageFacts file, create that file again with "taskpack inspect".',
  },
  BuildpackApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not support the Buildpack API of one of its buildpacks",
    advice: 'Use a builder whose lifecycle supports the Buildpack APIs of all buildpacks of the builder.',
  },
  ArgumentsRefused: {
    actor: 'user',
    meaning: 'The lifecycle rejected its arguments',
    advice:
      'If the Build has tags in several registries, put all of them into one. Otherwise, ask the operator to check that the builder contains the lifecycle version that its metadata names. Then create the Build again.',
  },
  PhaseKilled: {
    actor: 'platform',
    meaning: 'A signal ended the phase',
    advice:
      'Let the author create the Build again, after exit code 137 with a higher spec.resources.limits.memory. If it fails again, check which users and controllers can delete Pods in the namespace.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

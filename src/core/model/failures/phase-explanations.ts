import type { Explanation } from './explanation.ts';

/** The reasons for which the lifecycle's phases fail or are refused. Those of taskpack's steps are in src/core/model/step-failures. */
export const PHASE_EXPLANATIONS = {
  CreateFailed: {
    actor: 'platform',
    meaning: "The lifecycle's creator, which runs all phases in one container, failed in an unknown phase",
    advice:
      'Read the last lines of the log. If they say that the user is unknown, add the user of CNB_USER_ID to /etc/passwd of the builder image. Otherwise, remove the builder from CREATOR_BUILDERS: the next Build then shows the failed phase. Then the author creates the Build again.',
  },
  AnalyzeFailed: {
    actor: 'user',
    meaning:
      'The lifecycle cannot read the previous image or the run image, or cannot write to the tags or the cache image',
    advice:
      'Read the last lines of the log: they name the image. Check that it exists, and that a Secret of the ServiceAccount gives access to it.',
  },
  NothingDetected: {
    actor: 'user',
    meaning: "No group of buildpacks in the builder's order supports this source",
    advice: "Check the source's sub path, and that the builder has a buildpack for this kind of source.",
  },
  DetectionErrored: {
    actor: 'user',
    meaning: 'No group of buildpacks supports this source, and the detection of at least one buildpack failed',
    advice:
      'Find the failed buildpack in the log. If it names a file of the source, correct that file. Otherwise, report the log to the author of the buildpack.',
  },
  DetectFailed: {
    actor: 'platform',
    owner: 'builder',
    meaning: 'Detection failed before any buildpack ran',
    advice:
      'Read the log: it names what is missing. The owner of the builder adds that buildpack, or corrects the order of the builder. If the log names Dockerfiles, the label io.buildpacks.buildpack.order-extensions of the builder lacks its image extensions, and the owner adds the label.',
  },
  ExtensionFailed: {
    actor: 'platform',
    owner: 'builder',
    meaning: 'An image extension failed, or generated a Dockerfile that failed or that the lifecycle does not accept',
    advice:
      'The owner of the builder corrects or removes the extension, which the last lines of the log describe. If they say "expected format \'key=value\'", the owner removes the variable from the ENV of the builder image or of the Dockerfile. Then the author creates the Build again.',
  },
  ExtensionRefused: {
    actor: 'platform',
    owner: 'builder',
    meaning:
      'An image extension of the builder chose a run image that is not allowed, or generated a Dockerfile that taskpack does not apply',
    advice:
      'The owner of the builder removes the extension that the log names, or the operator allows the change. If the log names a run image, the operator adds its repository to EXTENSION_RUN_IMAGES. If an extension generates a build.Dockerfile, the operator adds the builder to EXTENSION_BUILDERS, and an administrator labels the namespace. Then the author creates the Build again.',
  },
  RestoreFailed: {
    actor: 'user',
    meaning:
      'The cache of the previous build cannot be restored, or an image that image extensions need cannot be read',
    advice:
      'If the log names a run image, check that it exists. A private run image must be in a registry that the Build uses for its tags, its cache image, its run image or its previous image. Otherwise, check that the Build can read its cache (spec.cache). If that does not help, delete the cache image or the PersistentVolumeClaim of the cache: the next build creates a new one.',
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
      'The author creates the Build again. If it fails again, read the last lines of the log. If they show a problem of the node, check the node. Otherwise, the owner of the builder updates its lifecycle.',
  },
  ExportFailed: {
    actor: 'user',
    meaning: 'The lifecycle cannot create the image, or cannot write it to the registry',
    advice:
      'If the log has the status 401 or 403, correct the Secret of that registry in the ServiceAccount. Otherwise, check that the registry accepts images at all tags. If the log says that the disk is full, ask the operator to check the node.',
  },
  ExportRefused: {
    actor: 'platform',
    meaning:
      'The image was not exported, because a buildpack left a file that could make the exporter publish credentials, other images or forged labels',
    advice:
      'The log names the buildpack and the file. If the buildpack itself wrote the file, remove the buildpack from the builder. If a script of the source wrote it, the author corrects the script.',
  },
  PhaseStartedEarly: {
    actor: 'platform',
    meaning:
      'The phase did not run, because a program of the phase before it still ran but claimed that its phase had ended',
    advice:
      'Treat this as an attack, and do not create the Build again. First check the buildpacks of the builder and the scripts of the source that they run. If the phase is detect or build, also check the previous image and the cache.',
  },
  PhaseTampered: {
    actor: 'platform',
    meaning: 'A program of the phase replaced a directory by which Tekton reports the results of the phase',
    advice:
      'Treat this as an attack, and do not create the Build again. First check the buildpacks and image extensions of the builder, and the scripts of the source that they run. If the phase is analyze or restore, check the previous image and the cache.',
  },
  RebaseFailed: {
    actor: 'user',
    meaning: 'The image cannot be rebased on the new run image',
    advice:
      'Check that the Build can read the previous image and the run image. Both must have the same stack, or the same target (operating system and architecture). If the previous image has neither, build it again with "taskpack trigger".',
  },
  PlatformApiUnsupported: {
    actor: 'platform',
    meaning: "The builder's lifecycle does not support the requested Platform API",
    advice:
      'The controller chose the Platform API from the metadata of the builder image. Check that the image has the lifecycle version that its metadata names, and publish the builder again if not. If the Build was translated with an ImageFacts file, create that file again with "taskpack inspect".',
  },
  BuildpackApiUnsupported: {
    actor: 'platform',
    owner: 'builder',
    meaning: "The builder's lifecycle does not support the Buildpack API of one of its buildpacks",
    advice:
      'The owner of the builder updates its lifecycle, or replaces the buildpack that the log names. Then the author creates the Build again.',
  },
  ArgumentsRefused: {
    actor: 'user',
    meaning: 'The lifecycle rejected its arguments',
    advice:
      'Check the tags: if they are in several registries, use one registry for all of them. Otherwise, ask the operator to check that the builder contains the lifecycle version that its metadata names. Then create the Build again.',
  },
  PhaseKilled: {
    actor: 'platform',
    meaning: 'A signal ended the phase',
    advice:
      'The author creates the Build again. If the exit code is 137, the author first raises spec.resources.limits.memory. If it fails again, check which users and controllers can delete Pods in the namespace.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

import { DEFAULT_SETTINGS } from '../../settings/defaults.ts';
import { REGISTRY_HELP } from '../registry/options.ts';

/** What follows the options in `taskpack translate --help`. */
export const TRANSLATE_HELP = `
Environment, read where no option says otherwise:
  STEPS_IMAGE                       as --steps-image (default: ${DEFAULT_SETTINGS.stepsImage})
  ENTRYPOINT_IMAGE                  as --entrypoint-image (default: ${DEFAULT_SETTINGS.entrypointImage})
  MAXIMUM_PLATFORM_API_VERSION      as --platform-api (default: ${DEFAULT_SETTINGS.maximumPlatformApi})
  SOURCE_DATE_EPOCH                 as --now
  SUPPORT_INJECTED_SIDECARS         false (default), true or auto; true makes --layout containers the default
  INJECTED_SIDECAR_SUPPORT          the same, by kpack's name
  WAITER_DELIVERY                   hook (default) or init: how the waiter reaches the containers layout
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS  true (default) or false: trust SSH hosts that no known_hosts names
  SOURCE_MAX_BYTES                  the most that a source may have, as 500Mi (default: 10Gi)
  SOURCE_MAX_ENTRIES                the most files, directories and links in it (default: 1000000)
  NO_COLOR                          if set, no colours

Facts of a builder image that the files lack are asked of its registry: of a multi-platform image, those for
linux/amd64, which are taken to hold for all; it is run by the digest of its index, so that each node pulls the image for
itself. One platform's alone come from "taskpack inspect --platform", by -f.${REGISTRY_HELP}

Tasks, TaskRuns and PipelineResources of tekton.dev/v1alpha1 and v1beta1 are read too, and become Tasks and TaskRuns of
tekton.dev/v1 (docs/old-tekton-tasks.md). Of the options about workloads, --steps-image alone is for them.

Of a directory, the files *.yaml, *.yml and *.json are read, sorted by name. Problems go to standard error, one a
line; if any is an error, nothing is printed on standard output.

Examples:
  taskpack translate -f build.yaml
  taskpack translate -f build.yaml -f facts.yaml --offline
  taskpack translate -f builds/ -R --to pod --layout containers --no-sidecars
  taskpack translate -f old-tasks/ | kubectl apply -f -
  kubectl get builds,secrets,serviceaccounts -o yaml | taskpack translate -f - -f facts.yaml -o name`;

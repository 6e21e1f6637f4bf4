import { Option, type Command } from 'commander';
import { CONTROLLER_NAMESPACE } from '../../core/model/installation-names.ts';
import { DEFAULT_PLATFORM_API, SUPPORTED_PLATFORM_APIS } from '../../core/model/platform-api.ts';
import { TEKTON } from '../../core/model/program-versions.ts';
import { minorVersion } from '../../core/model/version.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/settings.ts';
import {
  ACCOUNTS_HELP,
  REGISTRY_HELP,
  RepeatableOption,
  addRegistryOptions,
  indexPlatformOption,
  imageValue,
  namespaceValue,
  offlineOption,
  proxyUrlsValue,
  secondsValue,
  systemBuildpacksValue,
  tektonValue,
} from '../options.ts';
import { addFileOptions } from '../file-options.ts';
import { refuseWithoutEffect, type Need } from '../no-effect.ts';
import type { Terminal } from '../terminal.ts';
import type { TranslateFlags } from './run.ts';

/** Adds `taskpack translate`. */
export function addTranslate(program: Command, terminal: Terminal): void {
  const command = program
    .command('translate')
    .description('translate Builds to TaskRuns or Pods, and old Tekton Tasks to v1');
  addTranslationOptions(command);
  command
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json', 'name']).default('yaml'))
    .addHelpText('after', TRANSLATE_HELP)
    .action(async (flags: TranslateFlags) => (await import('./run.ts')).runTranslate(flags, terminal));
}

/** Adds the options of all commands that translate files. */
export function addTranslationOptions(command: Command): Command {
  addFileOptions(command);
  for (const option of inputOptions()) command.addOption(option);
  addRegistryOptions(command);
  for (const option of workloadCommandOptions()) command.addOption(option);
  return refuseWithoutEffect(command, NEEDS);
}

function inputOptions(): readonly Option[] {
  return [
    new Option('-n, --namespace <name>', 'namespace of documents without a namespace').argParser(namespaceValue),
    new Option('--controller-namespace <name>', 'namespace whose labelled ConfigMaps apply to all Builds')
      .argParser(namespaceValue)
      .default(CONTROLLER_NAMESPACE),
    new Option('--now <seconds>', 'creation time of Builds without one, in seconds since 1970')
      .env('SOURCE_DATE_EPOCH')
      .argParser(secondsValue),
    indexPlatformOption(),
    new Option('--strict', 'treat warnings as errors'),
    offlineOption(),
  ];
}

function workloadCommandOptions(): readonly Option[] {
  return [
    new Option('--to <workload>', 'workload to translate a Build to').choices(['taskrun', 'pod']).default('taskrun'),
    new Option('--layout <layout>', "run a Pod's phases in init or in regular containers").choices([
      'init',
      'containers',
    ]),
    new Option(
      '--tekton <version>',
      `version of Tekton that runs the TaskRuns, ${minorVersion(TEKTON.oldest)} or newer (default: the newest)`,
    ).argParser(tektonValue),
    new Option('--sidecar <when>', 'when a TaskRun declares a dummy sidecar, so that Tekton stops injected ones')
      .choices(['auto', 'always', 'never'])
      .default('auto'),
    new Option('--no-sidecars', 'expect no injected sidecars, so that Pods do not wait for them'),
    new Option(
      '--creator',
      'run all phases of the lifecycle in one container, where buildpacks can read the registry credentials',
    ),
    new RepeatableOption(
      '--system-buildpack <buildpack>',
      'buildpack for every group: pre:ID@VERSION before its own, post:ID@VERSION after them',
    ).argParser(systemBuildpacksValue),
    new Option('--self-driving', 'let the Pod wait for injected proxies and end them itself, without a controller'),
    new RepeatableOption('--ready-url <url>', 'also wait until this URL of a proxy answers GET with 2xx').argParser(
      proxyUrlsValue,
    ),
    new RepeatableOption('--stop-url <url>', 'also end a proxy by a POST to this URL').argParser(proxyUrlsValue),
    new Option('--platform-api <version>', 'highest CNB Platform API to use').choices(
      SUPPORTED_PLATFORM_APIS.toReversed(),
    ),
    new Option('--steps-image <image>', "image of taskpack's steps").argParser(imageValue),
    new Option('--entrypoint-image <image>', 'image of the waiter and the dummy sidecar').argParser(imageValue),
  ];
}

/**
 * Which workload the options affect. `--no-sidecars` and `--self-driving` depend on the settings too, so the command checks them
 * later.
 */
const NEEDS: readonly Need[] = [
  { options: ['layout'], isMet: ({ to }) => to === 'pod', otherwise: 'without --to pod' },
  {
    options: ['readyUrl', 'stopUrl'],
    isMet: ({ selfDriving }) => selfDriving === true,
    otherwise: 'without --self-driving',
  },
  {
    options: ['selfDriving'],
    isMet: ({ sidecars }) => sidecars === true,
    otherwise: 'with --no-sidecars',
  },
  { options: ['sidecar', 'tekton'], isMet: ({ to }) => to === 'taskrun', otherwise: 'with --to pod' },
];

/** The text after the options in `taskpack translate --help`. */
export const TRANSLATE_HELP = `
Environment variables, used if no option is given:
  STEPS_IMAGE                       default of --steps-image (otherwise ${DEFAULT_SETTINGS.images.steps})
  ENTRYPOINT_IMAGE                  default of --entrypoint-image (otherwise ${DEFAULT_SETTINGS.images.entrypoint})
  MAXIMUM_PLATFORM_API_VERSION      default of --platform-api (otherwise ${DEFAULT_PLATFORM_API}, and a newer one if nothing else works)
  SOURCE_DATE_EPOCH                 default of --now
  SUPPORT_INJECTED_SIDECARS         false (default), true or auto; with true, --layout defaults to containers
  INJECTED_SIDECAR_SUPPORT          kpack's name of SUPPORT_INJECTED_SIDECARS
  WAITER_DELIVERY                   hook (default) or init: how Pods of the containers layout get the waiter
  LIFECYCLE_IMAGES                  images of the phases with registry credentials, for example 0.20.12=REPOSITORY@DIGEST
  REQUIRE_TRUSTED_LIFECYCLE         true or false (default): refuse builders whose lifecycle LIFECYCLE_IMAGES lacks
  CREATOR_BUILDERS                  builders whose Builds run in one container, for example registry.example.com/platform/*
  EXTENSION_BUILDERS                builders whose image extensions may extend the build image, as root, for example registry.example.com/ubi/*
  EXTENSION_USER_NAMESPACES         true: root in such a Pod is an unprivileged user on the node (hostUsers); false: root on the node, too
  EXTENSION_RUN_IMAGES              run images that image extensions may switch to, for example registry.example.com/run/*
  SYSTEM_BUILDPACKS                 default of --system-buildpack, for example pre:example/certificates
  ALLOWED_ANNOTATIONS               annotations that pass in addition to the usual ones, for example example.com/team,example.org/*
  WORKLOAD_IDENTITY                 always: workloads run as the Build's ServiceAccount; otherwise as an account of their own
  ENV_FROM_SECRETS                  always: env may name keys of Secrets, which buildpacks then read; otherwise it is refused
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS  true (default) or false: trust SSH hosts that are not in known_hosts
  SOURCE_MAX_BYTES                  largest size of a source, for example 500Mi (default: 10Gi)
  SOURCE_MAX_ENTRIES                most files, directories and links of a source (default: 1000000)
  ATTEST_BUILDS                     none, pods (default) or all: workloads that attest images with the cosign keys of a Build
  SIGNATURE_FORMAT                  both (default), bundles or tags: the form of signatures and attestations
  NO_COLOR                          if set, print no colours

If the files lack the facts of a builder image, the command reads them from the image's registry. For a multi-platform
image, --platform chooses the facts, and kubernetes.io/arch in the nodeSelector of a Build does so for this Build. The
workload gets this node selector, and the digest of the index.
${REGISTRY_HELP}
${ACCOUNTS_HELP}

The command also translates Tasks, Pipelines, their runs and PipelineResources of tekton.dev/v1alpha1 and v1beta1 to
tekton.dev/v1 (docs/reference/old-tekton-tasks.md). Of the workload options, only --steps-image affects them.

In a directory, the command reads *.yaml, *.yml and *.json, sorted by name. It prints problems to standard error, one per
line. If there is an error, it prints nothing to standard output. With -R, it leaves out files that it cannot read or
parse, prints the objects of all other files, and exits with 1. With --strict, it then prints nothing.

Examples:
  taskpack translate -f build.yaml
  taskpack translate -f build.yaml -f facts.yaml --offline
  taskpack translate -f builds/ -R --to pod --layout containers --no-sidecars
  taskpack translate -f build.yaml --to pod --layout containers --self-driving
  taskpack translate -f old-tasks/ | kubectl apply -f -
  kubectl get builds,secrets,serviceaccounts -o yaml |
    taskpack translate -f - -f facts.yaml -o name`;

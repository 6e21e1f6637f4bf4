import { formatQuantity } from '../model/quantity.ts';
import { ControllerVariables, KPACK_VARIABLES } from './read-controller-settings.ts';
import { DEFAULT_SETTINGS as DEFAULT } from './settings.ts';

/** The documentation of a variable. */
export interface VariableReference {
  readonly name: string;
  readonly values: string;
  /** As a user would write it; empty if there is no default. */
  readonly byDefault: string;
  readonly meaning: string;
}

/** The default is taken from the settings unless it is given here. */
type Description = Pick<VariableReference, 'values' | 'meaning'> & Partial<Pick<VariableReference, 'byDefault'>>;

const DESCRIPTIONS: Readonly<Record<keyof ControllerVariables, Description>> = {
  BACKEND: {
    values: '`auto`, `tekton`, `native`',
    meaning: 'what runs Builds: Tekton TaskRuns or native Pods; `auto` uses Tekton if the cluster serves TaskRuns',
  },
  STEPS_IMAGE: {
    values: 'image',
    meaning: "the image of the prepare and completion steps; the controller's Deployment uses the same image",
  },
  ENTRYPOINT_IMAGE: { values: 'image', meaning: 'the image of the waiter and of the dummy sidecar' },
  MAXIMUM_PLATFORM_API_VERSION: {
    values: '`0.7` to `0.15`',
    meaning:
      "the highest CNB Platform API to use; without it, Builds use the newest one up to `0.9` that works, or else the oldest newer one; versions above `0.11` are only used for builders with run.toml; an execution environment needs `0.15`; a rebase always uses `0.11`; the name of the variable is kpack's",
  },
  LIFECYCLE_IMAGES: {
    values: '`version=image,…`',
    meaning:
      'images, by lifecycle version, from which the phases with registry credentials run, such as `0.20.12=docker.io/buildpacksio/lifecycle@sha256:…`; without an entry, the builder is trusted ([Trust no builder](../how-to/trust-no-builder.md))',
  },
  REQUIRE_TRUSTED_LIFECYCLE: {
    values: '`true`, `false`',
    meaning: '`true` refuses Builds whose builder has a lifecycle version that `LIFECYCLE_IMAGES` does not name',
  },
  CREATOR_BUILDERS: {
    values: '`repository,path/*,…`',
    meaning:
      'builder images whose Builds run all phases of the lifecycle in one container, such as `registry.example.com/platform/*`; their buildpacks can read the registry credentials of the Build ([Run the lifecycle in one container](../how-to/run-in-one-container.md))',
  },
  EXTENSION_RUN_IMAGES: {
    values: '`repository,path/*,…`',
    meaning:
      'repositories of run images that image extensions may switch to, in addition to the run images that the Build and the builder name, such as `registry.example.com/run/*` ([Use image extensions](../how-to/use-image-extensions.md))',
  },
  EXTENSION_BUILDERS: {
    values: '`repository,path/*,…`',
    meaning:
      'builder images whose image extensions may extend the build image, as root, in namespaces with the label `taskpack.dev/image-extensions=true`, such as `registry.example.com/platform/*` ([Use image extensions](../how-to/use-image-extensions.md#extend-the-build-image))',
  },
  EXTENSION_USER_NAMESPACES: {
    values: '`true`, `false`',
    meaning:
      '`true` gives the Pods of Builds with `EXTENSION_BUILDERS` a user namespace, so that root in the Pod is an unprivileged user on the node; needs Kubernetes 1.33, and for TaskRuns Tekton 1.9',
  },
  SYSTEM_BUILDPACKS: {
    values: '`pre:id@version,post:id,…`',
    meaning:
      'buildpacks of the builder that every group of its order gets, before (`pre`) or after (`post`) its own, such as `pre:example/certificates@1.2.0`; needs Platform API 0.15 ([Add buildpacks to every group](../how-to/add-system-buildpacks.md))',
  },
  ALLOWED_ANNOTATIONS: {
    values: '`key,prefix/*,…`',
    meaning:
      'annotations of a Build that its Pod or TaskRun gets in addition to [the usual ones](kpack-differences.md#labels-and-annotations)',
  },
  SUPPORT_INJECTED_SIDECARS: {
    values: '`false`, `true`, `auto`',
    meaning:
      '`true` creates Pods in the `containers` layout, which wait for sidecars; `auto` does so too, but Pods wait only if the API server shows that sidecars are injected, and Builds can opt out',
  },
  INJECTED_SIDECAR_SUPPORT: {
    values: 'as `SUPPORT_INJECTED_SIDECARS`',
    meaning: "kpack's name of `SUPPORT_INJECTED_SIDECARS`",
  },
  ATTEST_BUILDS: {
    values: '`none`, `pods`, `all`',
    meaning:
      'the workloads that attest the provenance and SBOM of an image with the cosign keys of the Build: none, Pods, or Pods and TaskRuns, which Tekton Chains attests too ([Sign and verify](../how-to/sign-and-verify.md))',
  },
  SIGNATURE_FORMAT: {
    values: '`both`, `bundles`, `tags`',
    meaning:
      'the form of the signatures and attestations of images and builders: at the tags of cosign 2, as Sigstore bundles that refer to the image, or both ([Sign and verify](../how-to/sign-and-verify.md#choose-the-format))',
  },
  WAITER_DELIVERY: {
    values: '`hook`, `init`',
    meaning: 'how the waiter is copied into a Pod: by a postStart hook or by an init container',
  },
  DUMMY_SIDECAR: {
    values: '`auto`, `always`, `never`',
    meaning:
      'when TaskRuns declare a dummy sidecar, which makes Tekton stop injected sidecars: if Tekton needs it, always or never',
  },
  TASKRUN_SERVICE_ACCOUNT: {
    values: '`isolated`, `build`',
    meaning:
      "the ServiceAccount of TaskRuns: `isolated` creates one without Secrets for each Build; `build` uses the Build's own, and prepare fails with `CredentialsExposed` if Tekton shows the account's Secrets to buildpacks",
  },
  WORKLOAD_IDENTITY: {
    values: '`never`, `labeled`, `always`',
    meaning:
      'which Builds get the cloud identity of their ServiceAccount: none, those in namespaces with the label `taskpack.dev/workload-identity: "true"`, or all ([Use a cloud identity](../how-to/use-a-cloud-identity.md))',
  },
  ENV_FROM_SECRETS: {
    values: '`never`, `labeled`, `always`',
    meaning:
      'which Builds may name keys of Secrets in `env` (`secretKeyRef`): none, those in namespaces with the label `taskpack.dev/env-from-secrets: "true"`, or all; every buildpack reads these values ([Security](../explanation/security.md#secrets-in-the-environment-of-a-build))',
  },
  SIDECAR_READY_DEADLINE: {
    values: 'seconds',
    meaning: "the maximum time from an injected sidecar's start until it is ready",
  },
  START_DEADLINE: {
    values: 'seconds',
    meaning: 'the maximum time until a phase or an injected sidecar starts, including the pull of its image',
  },
  STUCK_PHASE: {
    values: 'seconds',
    meaning: 'the maximum time from the end of a failed phase until all later phases have skipped themselves',
  },
  MAX_DEBUG_HOLD: {
    values: 'seconds, `0` to `86400`',
    meaning:
      'the longest time that `taskpack debug` holds a phase; with `0`, Builds with the annotation `taskpack.dev/debug` fail ([Debug a Build](../how-to/debug-a-build.md))',
  },
  TAG_RECHECK_INTERVAL: {
    values: 'seconds',
    meaning:
      'the interval at which the controller resolves the tags of builder images again, and checks which Secrets sign builders',
  },
  SOURCE_POLL_INTERVAL: {
    values: 'seconds',
    meaning:
      'the interval at which the controller asks git servers about the branches and tags of SourceResolvers; the annotation `taskpack.dev/poll-interval` (`10m`, `never`) sets a longer interval for one SourceResolver',
  },
  GIT_WEBHOOKS_SECRET: {
    values: 'name',
    meaning:
      "a Secret in the controller's namespace whose values are keys; with a key, a git server can report pushes by webhooks, and the controller then asks the server at once ([Rebuild on push](../how-to/rebuild-on-push.md)); without the setting, the controller accepts no webhooks",
  },
  GIT_WEBHOOKS_PORT: {
    values: '`0` to `65535`',
    meaning: 'the port for webhooks of git servers, at the path `/hooks/git`; the Deployment sets it',
  },
  GIT_WEBHOOKS_TRUSTED_PROXIES: {
    values: '`address,CIDR,…`',
    meaning:
      'the proxies in front of the port for webhooks, such as the Pods of an Ingress; the controller reads the sender from their header `X-Forwarded-For`, and limits the deliveries of each sender; without the setting, all senders behind a proxy share 64 connections and a limit of 50 deliveries a second',
  },
  GIT_RESOLVER_USE_SHALLOW_CLONE: {
    values: '`true`, `false`',
    meaning:
      "`true` causes no Build for a commit that does not change the folder `subPath` of a git source ([SourceResolvers](source-resolvers.md#sub-paths)); the name of the variable is kpack's",
  },
  ENABLE_PRIORITY_CLASSES: {
    values: '`true`, `false`',
    meaning:
      "`true` gives the Builds of Images a PriorityClass: `kpack-build-high-priority` if a trigger, a commit or a change of the Image causes the Build, `kpack-build-low-priority` if a change of the builder does; the name of the variable is kpack's",
  },
  DEFAULT_CACHE_SINCE: {
    values: 'RFC 3339 time',
    meaning:
      'an Image that was created at this time (such as `2026-01-02T03:04:05Z`) or later, and has no `spec.cache`, has a volume cache of 2G if the cluster has a default StorageClass, as with kpack ([Use a build cache](../how-to/use-a-build-cache.md#give-new-images-a-cache)); by default, no Image has',
  },
  MAX_UNFINISHED_BUILDS: {
    values: 'number',
    meaning:
      'the most Builds that run in the cluster at once; above them, the Builds of Images wait ([Limit how many Builds run](../how-to/limit-builds.md)); no limit by default',
  },
  MAX_UNFINISHED_BUILDS_PER_NAMESPACE: {
    values: 'number',
    meaning:
      'the most Builds that run in each namespace at once; above them, the Builds of its Images wait; by default, half of `MAX_UNFINISHED_BUILDS`, rounded up, or no limit',
  },
  WARM_NODES: {
    values: '`true`, `false`',
    meaning:
      '`true` makes all nodes pull the images of ClusterBuilders before the first Build; needs `config/overlays/warm` ([Pull images before the first Build](../how-to/warm-nodes.md))',
  },
  WARM_NODES_SELECTOR: {
    values: '`label=value,…`',
    meaning:
      'the labels of the nodes that pull the images of ClusterBuilders in advance; without the setting, all Linux nodes of amd64 and arm64 without taints do',
  },
  WARM_NODES_TAINTS: {
    values: '`key=value:effect,…`',
    meaning:
      'taints of nodes that pull the images of ClusterBuilders in advance too, as `kubectl taint` writes them; name the taints that your Builds tolerate',
  },
  WORKERS: { values: '`1` to `100`', meaning: 'how many objects of each kind the controller reconciles in parallel' },
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS: {
    values: '`true`, `false`',
    meaning: "`true` trusts SSH hosts that no `known_hosts` file names; the name of the variable is kpack's",
  },
  SOURCE_MAX_BYTES: {
    values: 'bytes, such as `500Mi`',
    byDefault: formatQuantity({ nano: BigInt(DEFAULT.sourceLimits.bytes) * 1_000_000_000n, format: 'binary' }),
    meaning: "the maximum size of a Build's source, both downloaded and unpacked",
  },
  SOURCE_MAX_ENTRIES: {
    values: 'number',
    meaning: "the maximum number of files, directories and links in a Build's source",
  },
  INDEX_PLATFORM: {
    values: '`linux/amd64`, `linux/arm64`',
    meaning:
      'the platform whose image the controller takes from an index; by default, the platform of the nodes, which the controller records when it first reads an image ([Build for arm64](../how-to/build-for-arm64.md#2-know-the-platform-of-your-cluster)); a change builds most builders and Images again',
  },
  INSECURE_REGISTRIES: {
    values: '`host[:port],…`',
    meaning: 'registries that the controller connects to without TLS; Builds do not read this setting',
  },
  REGISTRY_MIRRORS: {
    values: '`registry=mirror,…`',
    meaning: 'mirrors, as hosts or hosts with a path, that the controller reads from before a registry',
  },
  ALLOWED_ADDRESSES: {
    values: '`host,address,CIDR,…`',
    meaning:
      'hosts and addresses that the controller connects to although they are private, loopback or link-local; private registries and git servers that a Build, Builder or SourceResolver names need no entry',
  },
  REGISTRY_CA_FILE: {
    values: 'path',
    meaning:
      'a file of PEM certificates that the controller trusts in addition to the well-known ones; mount it as a volume of the Deployment; a [labelled ConfigMap](../how-to/use-a-private-ca-or-proxy.md) needs no volume, and reaches Builds too',
  },
  LOG_LEVEL: { values: '`debug`, `info`, `warn`, `error`', meaning: 'the lowest level that is logged' },
  METRICS_PORT: {
    values: '`0` to `65535`',
    meaning: 'the port of `/metrics`, `/healthz` and `/readyz`; `0` selects a free port; the Deployment sets it',
  },
  LEASE_NAMESPACE: {
    values: 'namespace',
    meaning:
      "the namespace of the Lease for leader election; by default the Pod's own or that of the kubeconfig's context; another namespace needs the Role of `config/200-rbac.yaml`",
  },
  SYSTEM_NAMESPACE: { values: 'as `LEASE_NAMESPACE`', meaning: "kpack's name of `LEASE_NAMESPACE`" },
  POD_NAME: {
    values: 'text',
    meaning: 'the name of this process in the Lease and in Events; by default its host name; the Deployment sets it',
  },
  ALLOW_KPACK: {
    values: '`true`, `false`',
    meaning:
      "`true` lets the controller run although kpack's controller runs; with `--namespace`, the controller then leaves ClusterBuilders to kpack ([Move one namespace at a time](../how-to/move-namespaces-from-kpack.md))",
  },
};

/** Returns the documentation of all variables that the controller reads. */
export function variableReference(): readonly VariableReference[] {
  const defaults: Readonly<Record<string, unknown>> = ControllerVariables.parse({});
  return Object.entries(DESCRIPTIONS).map(([name, description]) => ({
    name,
    byDefault: formatDefault(defaults[name]),
    ...description,
  }));
}

/** Returns kpack's variables that have no effect, each with what to do instead. */
export function kpackReference(): readonly (readonly [name: string, instead: string])[] {
  return Object.entries(KPACK_VARIABLES);
}

/** Formats a default value; lists are empty by default. */
function formatDefault(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? String(value) : '';
}

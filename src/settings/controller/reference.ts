import { formatQuantity } from '../../model/quantity.ts';
import { DEFAULT_SETTINGS as DEFAULT } from '../defaults.ts';
import { KPACK_VARIABLES } from './kpack-variables.ts';
import { ControllerVariables } from './variables.ts';

/** What people are told of a variable. */
export interface VariableReference {
  readonly name: string;
  readonly values: string;
  /** As it would be written; empty where there is none. */
  readonly byDefault: string;
  readonly meaning: string;
}

/** Its default is what the settings' own is written as, unless it is told here. */
type Told = Pick<VariableReference, 'values' | 'meaning'> & Partial<Pick<VariableReference, 'byDefault'>>;

const TOLD: Readonly<Record<keyof ControllerVariables, Told>> = {
  BACKEND: {
    values: '`auto`, `tekton`, `native`',
    meaning: 'what runs Builds; `auto`: Tekton where the cluster has it',
  },
  STEPS_IMAGE: {
    values: 'image',
    meaning: "the image of prepare and completion; the controller's own is its Deployment's, and the same",
  },
  ENTRYPOINT_IMAGE: { values: 'image', meaning: 'the image of the waiter and the dummy sidecar' },
  MAXIMUM_PLATFORM_API_VERSION: {
    values: '`0.7` to `0.14`',
    meaning: "the highest CNB Platform API to speak; above `0.11` only for builders with run.toml; kpack's name",
  },
  SUPPORT_INJECTED_SIDECARS: {
    values: '`false`, `true`, `auto`',
    meaning: '`true`: Pods in the `containers` layout; `auto`: where the API server shows that sidecars are injected',
  },
  INJECTED_SIDECAR_SUPPORT: { values: 'the same', meaning: "`SUPPORT_INJECTED_SIDECARS`, by kpack's name" },
  WAITER_DELIVERY: { values: '`hook`, `init`', meaning: '`init`: the waiter is copied by an init container' },
  DUMMY_SIDECAR: {
    values: '`auto`, `always`, `never`',
    meaning: 'whether TaskRuns declare the sidecar that makes Tekton stop injected ones',
  },
  TASKRUN_SERVICE_ACCOUNT: {
    values: '`isolated`, `build`',
    meaning: "what TaskRuns run as: an account without Secrets, or the Build's own",
  },
  SIDECAR_READY_DEADLINE: {
    values: 'seconds',
    meaning: 'how long injected sidecars may take to be ready once they run',
  },
  START_DEADLINE: {
    values: 'seconds',
    meaning: "how long a phase or an injected sidecar may take to start, its image's pull included",
  },
  STUCK_PHASE: {
    values: 'seconds',
    meaning: 'how long a phase may neither start nor skip once the one before it has ended',
  },
  TAG_RECHECK_INTERVAL: {
    values: 'seconds',
    meaning: 'how often the tags that builders are made of are looked at again',
  },
  WORKERS: { values: '`1` to `100`', meaning: 'how many objects of a kind are worked on at once' },
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS: {
    values: '`true`, `false`',
    meaning: "whether SSH hosts that no `known_hosts` names are trusted; kpack's name",
  },
  SOURCE_MAX_BYTES: {
    values: 'bytes, as `500Mi`',
    byDefault: formatQuantity({ nano: BigInt(DEFAULT.sourceLimits.bytes) * 1_000_000_000n, format: 'binary' }),
    meaning: "the most that a Build's source may have, downloaded and unpacked",
  },
  SOURCE_MAX_ENTRIES: {
    values: 'number',
    meaning: "the most files, directories and links that a Build's source may have",
  },
  INSECURE_REGISTRIES: {
    values: '`host[:port],…`',
    meaning: 'registries that the controller speaks to without TLS; of Builds it changes nothing',
  },
  REGISTRY_MIRRORS: {
    values: '`registry=mirror,…`',
    meaning: 'hosts, or hosts with a path, that are read from before a registry',
  },
  REGISTRY_CA_FILE: {
    values: 'path',
    meaning:
      'certificates, in PEM, that the controller trusts beside the well-known ones: a file of a volume that its Deployment mounts',
  },
  LOG_LEVEL: { values: '`debug`, `info`, `warn`, `error`', meaning: 'the least that is logged' },
  METRICS_PORT: {
    values: '`0` to `65535`',
    meaning: 'where `/metrics`, `/healthz` and `/readyz` are served; `0`: a free port; set by the Deployment',
  },
  LEASE_NAMESPACE: {
    values: 'namespace',
    meaning:
      "where the Lease is that one of several processes holds; by default the pod's own, or that of the context; another one needs the Role of `config/200-rbac.yaml` there",
  },
  SYSTEM_NAMESPACE: { values: 'the same', meaning: "`LEASE_NAMESPACE`, by kpack's name" },
  POD_NAME: {
    values: 'text',
    meaning: 'what this process is called in the Lease and in Events; by default its host; set by the Deployment',
  },
  ALLOW_KPACK: { values: '`true`, `false`', meaning: "whether to run beside kpack's own controller" },
};

/** Every variable that the controller reads. */
export function variableReference(): readonly VariableReference[] {
  const defaults: Readonly<Record<string, unknown>> = ControllerVariables.parse({});
  return Object.entries(TOLD).map(([name, told]) => ({ name, byDefault: written(defaults[name]), ...told }));
}

/** Every variable of kpack's that has no effect, and what there is instead. */
export function kpackReference(): readonly (readonly [name: string, instead: string])[] {
  return Object.entries(KPACK_VARIABLES);
}

/** Lists are empty by default. */
function written(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? String(value) : '';
}

import { expect } from 'chai';
import type { BuildPolicy } from '../../../../src/core/model/build-policy.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../src/core/model/json.ts';
import { formatFieldPath, hasErrors } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, someSecret } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload } from '../../../support/workload.ts';

/** A value of a field, and what the value changes in both workloads, and in one of them alone (`changedSections`). */
interface Effect<Value> {
  readonly value: Value;
  readonly both: readonly string[];
  readonly taskrun?: readonly string[];
  readonly pod?: readonly string[];
}

/** A field without a row does not compile. */
const EFFECTS: { readonly [Field in keyof BuildPolicy]-?: Effect<BuildPolicy[Field]> } = {
  images: {
    value: { steps: 'r.test/steps', entrypoint: 'r.test/entrypoint' },
    both: ['prepare: image', 'completion: image'],
    taskrun: ['dummy: image'],
    pod: ['pre-start: image'],
  },
  maximumPlatformApi: {
    value: '0.14',
    both: ['analyze: env', 'detect: env', 'restore: env', 'build: env', 'export: env'],
  },
  lifecycleImages: {
    value: { '0.20.12': `r.test/lifecycle@sha256:${'e'.repeat(64)}` },
    both: [
      'workload: volumes',
      'inputs.application: runImages',
      'inputs.completion: attestation',
      'prepare: volumeMounts',
      'analyze: image args volumeMounts',
      'detect: command args volumeMounts',
      'restore: image args volumeMounts',
      'build: command args volumeMounts',
      'export: image args volumeMounts',
    ],
  },
  requireTrustedLifecycle: { value: true, both: ['+error at spec.builder'] },
  creatorBuilders: {
    value: ['registry.example.com/*'],
    both: [
      '+warning at spec.builder',
      'inputs.builder: isExtended',
      'inputs.completion: attestation',
      'prepare: volumeMounts',
      '-analyze',
      '-detect',
      '-restore',
      '-build',
      '-export',
      '+create',
    ],
    taskrun: ['workload: volumes', 'completion: command args volumeMounts'],
    pod: ['workload: hostUsers volumes', 'completion: args volumeMounts'],
  },
  extensionRunImagePatterns: { value: ['r.test/runs/*'], both: ['restore: args', 'export: args'] },
  extensionBuilders: {
    value: [],
    both: [
      'inputs.builder: isExtended',
      'restore: args volumeMounts',
      'build: args volumeMounts securityContext',
      'export: args',
      'completion: args volumeMounts',
    ],
    taskrun: ['workload: volumes'],
    pod: ['workload: hostUsers volumes'],
  },
  extensionUserNamespaces: { value: false, both: ['build: securityContext'], pod: ['workload: hostUsers'] },
  systemBuildpacks: {
    value: [{ place: 'pre', id: 'example/agent', optional: true }],
    both: ['+warning at spec.builder', 'inputs.application: systemBuildpacks'],
  },
  allowedAnnotations: {
    value: ['example.com/*'],
    both: ['-note at metadata.annotations[example.com/team]', 'annotations: example.com/team'],
  },
  workloadIdentity: {
    value: 'always',
    both: [
      'manifests: kinds',
      'workload: serviceAccountName',
      'annotations: eks.amazonaws.com/skip-containers azure.workload.identity/skip-containers',
      'inputs.credentials: cloudIdentity',
    ],
  },
  envFromSecrets: { value: 'never', both: ['+error at spec.env[0].valueFrom.secretKeyRef'] },
  trustUnknownSshHosts: { value: false, both: ['inputs.credentials: trustUnknownSshHosts'] },
  sourceLimits: { value: { bytes: 5, entries: 6 }, both: ['inputs.application: sourceLimits'] },
  attestBuilds: { value: 'none', both: ['inputs.completion: attestation', 'completion: args volumeMounts'] },
  signatureFormat: { value: 'bundles', both: ['inputs.completion: signatureFormat'] },
};

const BACKENDS = {
  taskrun: { to: 'taskrun', dummySidecar: 'always' },
  pod: { to: 'pod', layout: 'containers', injectedSidecars: 'none', waiterDelivery: 'init' },
} as const satisfies Readonly<Record<string, Partial<TranslateOptions>>>;

/** With these options, each field of the policy affects this Build. */
const OPTIONS: Partial<TranslateOptions> = {
  envFromSecrets: 'always',
  attestBuilds: 'all',
  extensionBuilders: ['registry.example.com/*'],
};
const RUN = { image: 'r.test/run' };
const DOCUMENTS = [
  someBuild(
    { env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'token', key: 'value' } } }] },
    { annotations: { 'example.com/team': 'shop' } },
  ),
  someAccount({ secrets: [{ name: 'key' }] }),
  someSecret('key', { stringData: { 'cosign.key': 'a key' } }),
  someSecret('token', { stringData: { value: 'a value' } }),
  someFacts({
    lifecycle: { version: '0.20.12', apis: { platform: { supported: ['0.9', '0.13', '0.14'] } } },
    extensions: [{ id: 'example/curl', version: '1.0.0' }],
    runImage: RUN,
    images: [RUN],
  }),
];

describe('the fields of the policy of Builds', () => {
  for (const [field, { value, both, ...alone }] of Object.entries(EFFECTS)) {
    for (const backend of ['taskrun', 'pod'] as const) {
      it(`include ${field}, which changes a ${backend} as the table says`, () => {
        const before = translated(BACKENDS[backend]);
        const after = translated({ ...BACKENDS[backend], [field]: value });
        expect(differences(before, after)).to.have.members([...both, ...(alone[backend] ?? [])]);
      });
    }
  }
});

/** Objects by name. */
type Sections = Readonly<Record<string, object>>;

interface Translated {
  readonly problems: Sections;
  readonly workload: Sections;
}

function translated(options: Partial<TranslateOptions>): Translated {
  const { manifests, problems } = translate(DOCUMENTS, someOptions({ ...OPTIONS, ...options }));
  return {
    problems: Object.fromEntries(
      problems.map(({ severity, paths: [path] }) => [`${severity} at ${formatFieldPath(path)}`, {}]),
    ),
    workload: hasErrors(problems) ? {} : sectionsOf([...manifests]),
  };
}

/** Returns the inputs of taskpack's steps, the containers and all other fields. */
function sectionsOf(manifests: readonly JsonObject[]): Sections {
  const { containers, annotations, ...fields } = readWorkload(manifests.at(-1));
  const { 'taskpack.dev/inputs': text = '', ...others } = annotations;
  const inputs = parseJson(text);
  if (!isJsonObject(inputs)) throw new Error('the workload has no inputs');
  return {
    manifests: { kinds: manifests.map(({ kind = '' }) => kind) },
    workload: fields,
    annotations: others,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, isJsonObject(value) ? value : { value }]),
    ),
    ...Object.fromEntries(containers.map((container) => [container.name, container])),
  };
}

/** A refused Build has no workload, and only its problems count. */
function differences(before: Translated, after: Translated): readonly string[] {
  const isRefused = Object.keys(after.workload).length === 0;
  const problems = changedSections(before.problems, after.problems);
  return isRefused ? problems : [...problems, ...changedSections(before.workload, after.workload)];
}

/** Returns `-NAME` for each section that is gone, `+NAME` for a new one, and `NAME: FIELD…` for a changed one. */
function changedSections(before: Sections, after: Sections): readonly string[] {
  return unionOfKeys(before, after).flatMap((name) => {
    const { [name]: old } = before;
    const { [name]: now } = after;
    if (old === undefined) return [`+${name}`];
    if (now === undefined) return [`-${name}`];
    const fields = unionOfKeys(old, now).filter(
      (field) => JSON.stringify(Reflect.get(old, field)) !== JSON.stringify(Reflect.get(now, field)),
    );
    return fields.length === 0 ? [] : [`${name}: ${fields.join(' ')}`];
  });
}

function unionOfKeys(one: object, other: object): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

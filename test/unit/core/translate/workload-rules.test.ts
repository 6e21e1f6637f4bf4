import { expect } from 'chai';
import * as fc from 'fast-check';
import type { BuildInputs, EnvironmentInput } from '../../../../src/core/model/build-inputs.ts';
import { requireQuantity } from '../../../../src/core/model/quantity.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import {
  arbitraryBuildWithSecretKeys,
  type GeneratedBuild,
  type GeneratedVariable,
  type Resources,
} from '../../../support/arbitrary-build.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container, type Volume, type Workload } from '../../../support/workload.ts';

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface Translated {
  readonly generated: GeneratedBuild;
  readonly manifests: readonly Named[];
  readonly workload: Workload;
}

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in init layout': { to: 'pod', layout: 'init' },
  'pod in containers layout': { to: 'pod', layout: 'containers' },
  'pod in containers layout, waiter copied by an init container': {
    to: 'pod',
    layout: 'containers',
    waiterDelivery: 'init',
  },
  'taskrun in creator mode': { to: 'taskrun', creatorBuilders: ['*'] },
  'pod in init layout and creator mode': { to: 'pod', layout: 'init', creatorBuilders: ['*'] },
  'pod in containers layout and creator mode': { to: 'pod', layout: 'containers', creatorBuilders: ['*'] },
};

// Known bug: variable-cut-at-equals-sign.
/** The six rules that hold for every workload produced. */
for (const [backend, overrides] of Object.entries(BACKENDS)) {
  describe(`every ${backend}`, () => {
    const always = generatedBuilds(overrides);

    it('mounts no Secret except bindings and no home with credentials in phases that run buildpacks', () => {
      always(({ generated, workload, manifests }) => {
        expect(workload.automountServiceAccountToken).to.equal(false);
        for (const container of untrusted(workload)) {
          expect(volumesOf(container, workload).flatMap(secretsOf)).to.have.members(generated.bindingSecrets);
          const isCreator = container.name === 'create';
          const names = volumesOf(container, workload).map(({ name }) => name);
          // The exception to the rule: the platform trusts the builder with the registry credentials, and with nothing else.
          expect(names.includes('credentials-dir')).to.equal(isCreator && overrides.creatorBuilders !== undefined);
          expect(volumesOf(container, workload).map(({ name }) => name)).to.not.include.members(['build-inputs-dir']);
          expect(JSON.stringify(container.env)).to.not.contain('valueFrom');
        }
        for (const account of manifests.filter(({ kind }) => kind === 'ServiceAccount')) {
          expect(account).to.not.have.any.keys('secrets', 'imagePullSecrets');
        }
      });
    });

    it('mounts the Secrets that the environment names in prepare only, and only the keys that it names', () => {
      always(({ generated, workload }) => {
        const ofEnvironment = workload.volumes.filter(({ name }) => name.startsWith('env-secret-volume-'));
        for (const container of workload.containers) {
          const mounted = volumesOf(container, workload).filter((volume) => ofEnvironment.includes(volume));
          if (container.name !== 'prepare') expect(mounted, container.name).to.deep.equal([]);
        }
        if (isRebase(workload)) return;
        const keys = ofEnvironment.flatMap(({ secret }) =>
          (secret?.items ?? []).map(({ key, path }) => [secret?.secretName, key, path].join(' ')),
        );
        const named = generated.build.spec.env.flatMap((variable) => {
          if (!('valueFrom' in variable)) return [];
          const { name, key } = variable.valueFrom.secretKeyRef;
          return [[name, key, key].join(' ')];
        });
        expect(keys).to.have.members([...new Set(named)]);
      });
    });

    it('depends only on its input and has valid names', () => {
      always(({ generated, manifests, workload }) => {
        const again = [...translate(generated.documents, optionsOf(overrides)).manifests];
        expect(JSON.stringify(again)).to.equal(JSON.stringify(manifests));
        const names = [...manifests.map(({ metadata }) => metadata.name), ...workload.volumes.map(({ name }) => name)];
        for (const name of names) expect(name).to.match(/^[a-z0-9]([-.a-z0-9]{0,61}[a-z0-9])?$/);
        expect(new Set(workload.volumes.map(({ name }) => name)).size).to.equal(workload.volumes.length);
      });
    });

    it('carries user values byte for byte, outside of fields in which Tekton or the kubelet replaces variables', () => {
      always(({ generated, manifests, workload }) => {
        const inputs = inputsOf(workload, manifests);
        const substitutable = JSON.stringify([workload.containers, workload.volumes]);
        for (const text of generated.texts) expect(substitutable).to.not.contain(JSON.stringify(text).slice(1, -1));
        if (inputs.application === undefined) return;
        expect(inputs.application.environment).to.deep.equal(generated.build.spec.env.map(environmentInput));
        expect(textsIn(inputs.application)).to.have.members([...generated.texts]);
      });
    });

    it('passes Pod Security restricted in every container', () => {
      always(({ workload }) => {
        expect(workload.podSecurityContext).to.deep.include({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const { securityContext } of workload.containers) {
          expect(securityContext).to.deep.include({
            allowPrivilegeEscalation: false,
            runAsNonRoot: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(securityContext?.['privileged']).to.equal(false);
        }
      });
    });

    it('declares exactly the volumes that it mounts, and mounts no path twice', () => {
      always(({ workload }) => {
        const names = workload.volumes.map(({ name }) => name);
        const mounts = workload.containers.map(({ volumeMounts = [] }) => volumeMounts);
        for (const list of mounts) {
          expect(names).to.include.members(list.map(({ name }) => name));
          expect(new Set(list.map(({ mountPath }) => mountPath)).size).to.equal(list.length);
        }
        expect(mounts.flat().map(({ name }) => name)).to.include.members(names);
      });
    });

    it('is printed after all objects that it needs', () => {
      always(({ generated, manifests, workload }) => {
        const made = manifests.slice(0, -1).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
        const configMaps = workload.volumes.flatMap(configMapsOf).map((name) => `ConfigMap/${name}`);
        expect(made).to.include.members([...configMaps, `ServiceAccount/${workload.serviceAccountName}`]);
        const known = [...generated.accountSecrets, ...generated.bindingSecrets, ...generated.envSecrets];
        const sourcePull = workload.volumes
          .filter(({ name }) => name.startsWith('registry-source-'))
          .flatMap(secretsOf);
        expect([...known, ...sourcePull]).to.include.members(workload.volumes.flatMap(secretsOf));
      });
    });

    it('requests the resources of a single phase', () => {
      always(({ generated, manifests, workload }) => {
        const asked = effectiveRequests(workload, manifests.at(-1));
        for (const [name, text] of Object.entries(onePhase(generated.build.spec.resources))) {
          expect(asked(name), name).to.equal(roundedUp(name, text));
        }
      });
    });

    if (overrides.to === 'pod') {
      it('sets in every container the resources that a ResourceQuota requires', () => {
        always(({ generated, workload }) => {
          const { resources: asked = {} } = generated.build.spec;
          for (const { name, resources = {} } of workload.containers) {
            expect(Object.keys(resources.limits ?? {}), name).to.include.members(divisible(asked.limits));
            expect(Object.keys(onePhase(resources)), name).to.include.members(divisible(onePhase(asked)));
          }
        });
      });
    }
  });
}

/** Names of all but devices and huge pages, which one container has. */
function divisible(quantities: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.keys(quantities).filter((name) => ['cpu', 'memory', 'ephemeral-storage'].includes(name));
}

/** Every rule sees the same Builds, so that each is translated once. */
const RUN = { seed: fc.readConfigureGlobal().seed ?? 0, numRuns: 75 };

/** Returns a function that runs a check on every generated Build, and throws the smallest example on which it fails. */
function generatedBuilds(overrides: Partial<TranslateOptions>): (check: (translated: Translated) => void) => void {
  const translated = (generated: GeneratedBuild): Translated => {
    const { manifests, problems } = translate(generated.documents, optionsOf(overrides));
    expect(problems.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    const list = [...manifests] as readonly Named[];
    return { generated, manifests: list, workload: readWorkload(list.at(-1)) };
  };
  let all: readonly Translated[] | undefined;
  return (check) => {
    try {
      all ??= fc.sample(arbitraryBuildWithSecretKeys, RUN).map(translated);
      for (const one of all) check(one);
    } catch (cause) {
      fc.assert(
        fc.property(arbitraryBuildWithSecretKeys, (generated) => check(translated(generated))),
        RUN,
      );
      throw cause;
    }
  };
}

function optionsOf(overrides: Partial<TranslateOptions>): TranslateOptions {
  return someOptions({ ...overrides, envFromSecrets: 'always' });
}

function isRebase({ containers }: Workload): boolean {
  return containers.some(({ name }) => name === 'rebase');
}

function environmentInput(variable: GeneratedVariable): EnvironmentInput {
  if ('value' in variable) return variable;
  const { name, key, optional = false } = variable.valueFrom.secretKeyRef;
  return { name: variable.name, secret: { path: `/var/env-secrets/${name}`, key, ...(optional && { optional }) } };
}

function untrusted({ containers }: Workload): readonly Container[] {
  return containers.filter(({ name }) => ['detect', 'build', 'create'].includes(name));
}

function volumesOf({ volumeMounts = [] }: Container, { volumes }: Workload): readonly Volume[] {
  return volumes.filter(({ name }) => volumeMounts.some((mount) => mount.name === name));
}

function secretsOf(volume: Omit<Volume, 'name'>): readonly string[] {
  return [
    ...(volume.secret === undefined ? [] : [volume.secret.secretName]),
    ...(volume.projected?.sources ?? []).flatMap(secretsOf),
  ];
}

function configMapsOf(volume: Omit<Volume, 'name'>): readonly string[] {
  return [
    ...(volume.configMap === undefined ? [] : [volume.configMap.name]),
    ...(volume.projected?.sources ?? []).flatMap(configMapsOf),
  ];
}

function inputsOf({ annotations }: Workload, manifests: readonly Named[]): BuildInputs {
  const configMap = manifests.find(({ kind }) => kind === 'ConfigMap') as
    | { readonly data?: Record<string, string> }
    | undefined;
  return JSON.parse(annotations['taskpack.dev/inputs'] ?? configMap?.data?.['inputs.json'] ?? '') as BuildInputs;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('~') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the requests of a Pod with a single phase. */
function onePhase({ requests = {}, limits = {} }: Resources = {}): Readonly<Record<string, string>> {
  return { ...limits, ...requests };
}

/** As the scheduler adds up: the largest init container, or the sum of the others. Tekton shares the task's out. */
function effectiveRequests(workload: Workload, manifest: unknown): (name: string) => bigint {
  const { spec } = manifest as {
    readonly spec: { readonly computeResources?: Resources; readonly initContainers?: readonly Container[] };
  };
  const init = new Set(spec.initContainers);
  return (name) => {
    const amount = ({ resources, computeResources }: Container): bigint =>
      roundedUp(name, onePhase(resources ?? computeResources)[name] ?? '0');
    const side = workload.containers.filter((container) => !init.has(container)).map(amount);
    const sum = side.reduce(
      (total, one) => total + one,
      roundedUp(name, spec.computeResources?.requests?.[name] ?? '0'),
    );
    return [...init].map(amount).reduce((most, one) => (one > most ? one : most), sum);
  };
}

function roundedUp(name: string, text: string): bigint {
  const { nano } = requireQuantity(text);
  const step = name === 'cpu' ? 1_000_000n : 1_000_000_000n;
  return ((nano + step - 1n) / step) * step;
}

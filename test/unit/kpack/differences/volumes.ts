import { objectAt, objectsAt } from '../../../support/json-field.ts';
import { dnsLabel } from '../../../../src/core/model/names.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../src/core/model/json.ts';
import { AGAIN, type ComparedPod } from '../compared-pod.ts';
import { mapContainers, onKpack, without, type Context, type Difference, type Reconcile } from './difference.ts';
import { secretUses } from './secrets.ts';

type Volumes = ComparedPod['volumes'];

const UNUSED: ReadonlySet<string> = new Set([
  'network-wait-launcher-dir',
  'notary-dir',
  'registry-source-pull-secrets-dir',
]);

/** Differences in the Pod's volumes. */
export const VOLUME_DIFFERENCES: readonly Difference[] = [
  {
    id: 'no-unused-volumes',
    reconcile: onVolumes((volumes) => without(volumes, (name, volume) => UNUSED.has(name) && 'emptyDir' in volume)),
  },
  {
    id: 'every-source-pull-secret',
    reconcile: onVolumes((volumes, { subject }) => {
      const named = subject.build?.spec.source.registry?.imagePullSecrets ?? [];
      if (!('registry-source-pull-secrets-dir' in volumes)) return volumes;
      const [, ...others] = new Set(named.map(({ name = '' }) => name));
      const added = others.map(
        (name, index) => [`registry-source-pull-secrets-dir-${index + 1}`, secret(name)] as const,
      );
      return { ...volumes, ...Object.fromEntries(added) };
    }),
  },
  {
    id: 'one-volume-for-one-secret',
    reconcile: onVolumes((volumes) => without(volumes, (name, volume) => isRepeated(name, volume, volumes))),
  },
  {
    id: 'no-volume-for-a-secret-of-no-use',
    // kpack mounts a Secret with any of its annotations and then uses it by type (setupSecretVolumesAndArgs).
    reconcile: onKpack((kpack, context) => {
      const uses = secretUses(kpack, context);
      const useless = uses.map(({ isLogin, isSigningKey }) => !isLogin && !isSigningKey);
      const isUseless = (name: string): boolean => useless[Number(/^secret-volume-(\d+)$/.exec(name)?.[1])] === true;
      return { ...kpack, volumes: without(kpack.volumes, isUseless) };
    }),
  },
  {
    id: 'no-path-mounted-twice',
    reconcile: onKpack((kpack, context) => {
      const logins = secretUses(kpack, context).filter(({ isLogin }) => isLogin);
      return { ...kpack, volumes: renumbered(kpack.volumes, new Set(logins.map(({ name }) => name))) };
    }),
  },
  {
    id: 'env-from-secrets-by-volume',
    // A rebase reads no variables, so taskpack accepts them there without the setting.
    amend: ({ request, ...question }, { kpack, ours }) => {
      const isRefused = kpack.refusal?.startsWith('secretKeyRef is not supported') === true;
      if (!isRefused || ours.pod === undefined) return undefined;
      return { ...question, request: { ...request, build: withoutSecretKeys(request.build) } };
    },
    reconcile: onVolumes((volumes, { subject }) => {
      const keys = (subject.build?.spec.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
      const added = [...new Set(keys.map(({ name = '' }) => name))].map((secretName, index) => {
        const own = new Set(keys.filter(({ name }) => name === secretName).map(({ key }) => key));
        const items = [...own].map((key) => ({ key, path: key }));
        return [`env-secret-volume-${index}`, { secret: { secretName, optional: true, items } }] as const;
      });
      return { ...volumes, ...Object.fromEntries(added) };
    }),
  },
  {
    id: 'binding-volume-names-fit',
    reconcile: onKpack((kpack, { question }) => {
      const fitting = fittingNames(question.request.bindings);
      const rename = (name: string): string => fitting.get(name) ?? name;
      const volumes = Object.entries(kpack.volumes).map(([name, volume]) => [rename(name), volume] as const);
      return mapContainers({ ...kpack, volumes: Object.fromEntries(volumes) }, (container) => ({
        ...container,
        volumeMounts: container.volumeMounts.map((mount) => ({ ...mount, name: rename(mount.name) })),
      }));
    }),
  },
];

/** Returns the Build without the variables that read Secrets. Only prepare, which is not compared, gets them. */
function withoutSecretKeys(build: JsonObject): JsonObject {
  const spec = objectAt(build, 'spec');
  const env = objectsAt(spec, 'env').filter((variable) => !('secretKeyRef' in objectAt(variable, 'valueFrom')));
  return { ...build, spec: { ...spec, env } };
}

function onVolumes(change: (volumes: Volumes, context: Context) => Volumes): Reconcile {
  return onKpack((kpack, context) => ({ ...kpack, volumes: change(kpack.volumes, context) }));
}

function secret(secretName: string): JsonObject {
  return { secret: { secretName } };
}

function isRepeated(name: string, volume: JsonObject, volumes: Volumes): boolean {
  const first = name.endsWith(AGAIN) ? volumes[name.slice(0, -AGAIN.length)] : undefined;
  return JSON.stringify(first) === JSON.stringify(volume);
}

/**
 * Returns the pull Secrets without those that the Pod already mounts as credentials of the account, at the same path.
 */
function renumbered(volumes: Volumes, taken: ReadonlySet<Json | undefined>): Volumes {
  const pulls = Object.entries(volumes).filter(([name]) => name.startsWith('pull-secret-volume-'));
  const left = pulls.filter(([, volume]) => !taken.has(nameOfSecret(volume)));
  const rest = without(volumes, (name) => name.startsWith('pull-secret-volume-'));
  return { ...rest, ...Object.fromEntries(left.map(([, volume], index) => [`pull-secret-volume-${index}`, volume])) };
}

function nameOfSecret({ secret: source }: JsonObject): Json | undefined {
  return isJsonObject(source) ? source['secretName'] : undefined;
}

function fittingNames({ services, cnb }: Context['question']['request']['bindings']): ReadonlyMap<string, string> {
  const prefixed = [
    ...services.map(({ name }) => ['binding-', name] as const),
    ...cnb.flatMap(({ name }) => [['binding-metadata-', name] as const, ['binding-secret-', name] as const]),
  ];
  return new Map(prefixed.map(([prefix, name]) => [prefix + name, dnsLabel(prefix, name)]));
}

import type { JsonObject } from '../../../../src/core/model/json.ts';
import { ARCHITECTURE_LABEL } from '../../../../src/core/model/node-architecture.ts';
import { isolatedAccountName } from '../../../../translators/phases/workload-account.ts';
import { isRebase, onKpack, without, type Context, type Difference } from './difference.ts';

/** Differences in the Pod's spec, except containers and volumes. */
export const POD_SPEC_DIFFERENCES: readonly Difference[] = [
  {
    id: 'no-service-account-token',
    reconcile: onKpack((kpack) => ({ ...kpack, spec: { ...kpack.spec, automountServiceAccountToken: false } })),
  },
  {
    id: 'pull-secrets-of-the-account-too',
    reconcile: onKpack((kpack, context) => {
      const imagePullSecrets = pullSecrets(context);
      return imagePullSecrets.length === 0 ? kpack : { ...kpack, spec: { ...kpack.spec, imagePullSecrets } };
    }),
  },
  {
    id: 'isolated-account',
    reconcile: onKpack((kpack, { subject: { build } }) => {
      if (build === undefined) return kpack;
      const { apiVersion, kind, metadata, spec } = build;
      const { name, uid } = metadata;
      const serviceAccountName = isolatedAccountName({
        name,
        serviceAccountName: spec.serviceAccountName,
        ...(uid !== undefined && { owner: { apiVersion, kind, name, uid } }),
      });
      return { ...kpack, spec: { ...kpack.spec, serviceAccountName } };
    }),
  },
  {
    id: 'empty-runtime-class',
    reconcile: onKpack((kpack) => ({
      ...kpack,
      spec: without(kpack.spec, (name, value) => name === 'runtimeClassName' && value === ''),
    })),
  },
  {
    id: 'nodes-of-the-builder',
    amend: ({ request, ...question }, { kpack }) =>
      kpack.refusal?.includes('arch is determined automatically') === true
        ? { ...question, request: { ...request, build: withoutArchitecture(request.build) } }
        : undefined,
    reconcile: onKpack((kpack, { subject, question }) => {
      const { image, architecture } = question.request.builder;
      const isOfEveryNode = subject.world.imageFacts(image)?.indexDigest !== undefined && !choosesNode(subject);
      if (!isRebase(kpack) || architecture === '' || isOfEveryNode) return kpack;
      const own = kpack.spec['nodeSelector'] as JsonObject | undefined;
      return { ...kpack, spec: { ...kpack.spec, nodeSelector: { ...own, [ARCHITECTURE_LABEL]: architecture } } };
    }),
  },
  {
    id: 'rebase-as-the-builder',
    reconcile: onKpack((kpack, context) => {
      if (!isRebase(kpack)) return kpack;
      const { uid, gid } = context.question.request.builder;
      const { seccompProfile, runAsNonRoot } = kpack.spec['securityContext'] as unknown as SecurityContext;
      const user = { runAsUser: uid, runAsGroup: gid, fsGroup: gid };
      const securityContext = { runAsNonRoot, ...user, seccompProfile };
      return { ...kpack, spec: { ...kpack.spec, securityContext } };
    }),
  },
  {
    id: 'time-limit-of-a-rebase',
    reconcile: onKpack((kpack, { subject }) => {
      const limit = subject.build?.spec.activeDeadlineSeconds;
      if (!isRebase(kpack) || limit === undefined) return kpack;
      return { ...kpack, spec: { ...kpack.spec, activeDeadlineSeconds: limit } };
    }),
  },
];

function choosesNode({ build }: Context['subject']): boolean {
  return build?.spec.nodeSelector?.[ARCHITECTURE_LABEL] !== undefined;
}

function withoutArchitecture(build: JsonObject): JsonObject {
  const spec = build['spec'] as JsonObject;
  const nodeSelector = without(spec['nodeSelector'] as JsonObject, (label) => label === ARCHITECTURE_LABEL);
  return { ...build, spec: { ...spec, nodeSelector } };
}

interface SecurityContext {
  readonly runAsNonRoot: boolean;
  readonly seccompProfile: { readonly type: string };
}

function pullSecrets({ subject: { build, world } }: Context): readonly { readonly name: string }[] {
  const account = world.serviceAccount(build?.metadata.namespace, build?.spec.serviceAccountName ?? '');
  const all = [...(account?.imagePullSecrets ?? []), ...(build?.spec.builder.imagePullSecrets ?? [])];
  return [...new Set(all.map(({ name = '' }) => name))].map((name) => ({ name }));
}

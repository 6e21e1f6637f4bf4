import type { Json } from '../../../../src/core/model/json.ts';
import { isRebase, type Context } from './difference.ts';
import type { ComparedPod } from '../compared-pod.ts';

/** A Secret of the ServiceAccount, with its possible uses. */
export interface SecretUse {
  readonly name: string;
  /** True if the Secret is a usable credential: its annotation matches its type. */
  readonly isLogin: boolean;
  readonly isSigningKey: boolean;
}

interface WrittenSecret {
  readonly type?: string;
  readonly metadata: { readonly name: string; readonly annotations?: Strings };
  readonly data?: Strings;
  readonly stringData?: Strings;
}

type Strings = Readonly<Record<string, string>>;

/** Returns the Secrets in the order of the ServiceAccount, by which kpack numbers volumes. */
export function secretUses(pod: ComparedPod, { subject, question }: Context): readonly SecretUse[] {
  const isBlobLogin = subject.build?.spec.source.blob?.auth === 'secret';
  return question.request.secrets.map((value) => secretUse(value, isRebase(pod), isBlobLogin));
}

function secretUse(value: Json, isOfRebase: boolean, isBlobLogin: boolean): SecretUse {
  const { type, metadata, data = {}, stringData = {} } = value as unknown as WrittenSecret;
  const { name, annotations = {} } = metadata;
  const has = (key: string): boolean => (annotations[`kpack.io/${key}`] ?? '') !== '';
  const isBasic = type === 'kubernetes.io/basic-auth';
  const isRegistry =
    type === 'kubernetes.io/dockercfg' || type === 'kubernetes.io/dockerconfigjson' || (isBasic && has('docker'));
  const isGit = has('git') && (isBasic || type === 'kubernetes.io/ssh-auth');
  // A rebase fetches no source.
  const isSource = !isOfRebase && (isGit || (has('blob') && isBlobLogin));
  const key = stringData['cosign.key'] ?? data['cosign.key'] ?? '';
  return { name, isLogin: isRegistry || isSource, isSigningKey: key !== '' };
}

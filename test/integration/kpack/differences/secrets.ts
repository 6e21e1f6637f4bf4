import type { Json } from '../../../../src/model/json.ts';
import { isRebase, type Context } from './difference.ts';
import type { ComparedPod } from '../compared-pod.ts';

/** A Secret of the ServiceAccount's, by what it can be used for. */
export interface SecretUse {
  readonly name: string;
  /** Whether something can log in with it: its annotation goes with its type. */
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

/** In the ServiceAccount's order, by which kpack numbers their volumes. */
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

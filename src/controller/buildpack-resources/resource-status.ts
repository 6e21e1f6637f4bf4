import type { JsonObject } from '../../core/model/json.ts';
import type { RegistryAccess } from '../registry-access/registry-access.ts';
import { registryFailure, type RegistryFailure } from '../kit/registry-failure.ts';
import { completeStatus } from '../kit/status.ts';
import type { BuildpackResource, BuildpackResourceKind } from './resource-kinds.ts';

/** The result of reading a resource's images. */
export type ImageResult =
  | { readonly kind: 'read'; readonly status: object }
  /** The message is kpack's if kpack has one. The previous content of the status is removed, as kpack does. */
  | { readonly kind: 'unusable' | 'refused'; readonly message: string }
  /** The previous content of the status stays, unlike kpack's. */
  | TransientFailure;

export interface TransientFailure {
  readonly kind: 'transient';
  readonly message: string;
  readonly error: unknown;
}

/** Reads the images of a resource. Rejects with errors that are not failures of a registry, such as an aborted signal. */
export async function readImages<T extends BuildpackResource>(
  { kind, access }: { readonly kind: BuildpackResourceKind<T>; readonly access: Pick<RegistryAccess, 'facts'> },
  object: T,
  signal: AbortSignal,
): Promise<ImageResult> {
  try {
    const account = kind.account(object);
    const facts = await Promise.all(kind.images(object).map(async (image) => access.facts(image, account, signal)));
    const content = kind.describe(object, facts);
    if (content.kind === 'known') return { kind: 'read', status: content.value };
    return { kind: 'unusable', message: content.reasons.map(({ message }) => message).join('; ') };
  } catch (error) {
    return resultOf(registryFailure(error));
  }
}

function resultOf({ kind, error }: RegistryFailure): ImageResult {
  const { message } = error;
  return kind === 'transient' ? { kind, message, error } : { kind, message };
}

/** Returns the complete next status of a resource (kpack's CreateStatusWithReadyCondition). */
export function resourceStatus(resource: BuildpackResource, result: ImageResult, nowMs: number): JsonObject {
  const { status = {} } = resource;
  const ready =
    result.kind === 'read'
      ? ({ type: 'Ready', status: 'True' } as const)
      : ({ type: 'Ready', status: 'False', message: messageOf(result, status) } as const);
  return completeStatus(resource, contentOf(result, status), [ready], nowMs);
}

function contentOf(result: ImageResult, status: object): object {
  switch (result.kind) {
    case 'read':
      return result.status;
    case 'transient':
      return status;
    case 'unusable':
    case 'refused':
      return {};
  }
}

function messageOf({ kind, message }: Exclude<ImageResult, { kind: 'read' }>, status: object): string {
  const hasContent = Object.keys(status).some((key) => !COMMON_FIELDS.includes(key));
  return kind === 'transient' && hasContent
    ? `${message}; the controller keeps the previous content and tries again`
    : message;
}

/** The fields of every status, whatever its kind. */
const COMMON_FIELDS: readonly string[] = ['observedGeneration', 'conditions'];

import type { PrepareFailure } from '../../../model/step-failures/of-prepare.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { registryFailure, type Purpose } from '../../registry-failure.ts';
import { PrepareError } from '../prepare-error.ts';

/** A tag that cannot be written: a repository that is not there is one that may not be made. */
export function pushFailure(error: unknown, tag: string): unknown {
  const purpose = { denied: 'PushDenied', notFound: 'PushDenied', unusable: 'PushDenied' } as const;
  return failureOf(error, purpose, `write access to ${tag} cannot be had`);
}

/** A run image that cannot be read. */
export function runImageFailure(error: unknown, image: string): unknown {
  const purpose = { denied: 'RunImageDenied', notFound: 'RunImageNotFound', unusable: 'RunImageNotFound' } as const;
  return failureOf(error, purpose, `the run image ${image} cannot be read`);
}

/** A builder that cannot be looked at. */
export function builderFailure(error: unknown, image: string): unknown {
  const purpose = { denied: 'InputsUnusable', notFound: 'InputsUnusable', unusable: 'InputsUnusable' } as const;
  return failureOf(error, purpose, `the builder ${image} cannot be read`);
}

/** A source image that cannot be read. */
export function sourceRegistryFailure(error: unknown): unknown {
  const purpose = { denied: 'SourceDenied', notFound: 'SourceNotFound', unusable: 'ArchiveInvalid' } as const;
  return failureOf(error, purpose, 'the source image cannot be read');
}

/** The registry's error by purpose; anything else as it is. */
function failureOf(error: unknown, purpose: Purpose<PrepareFailure>, what: string): unknown {
  if (!(error instanceof RegistryError)) return error;
  return new PrepareError(registryFailure(error.code, purpose), `${what}: ${error.message}`, error);
}

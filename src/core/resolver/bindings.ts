import type { Build } from '../api/kpack/build.ts';
import { parseApiVersion } from '../model/kubernetes-object.ts';
import { fieldError, type FieldPath } from '../model/problem.ts';
import type { Binding } from '../model/resolved-build.ts';
import { checkObjectName, type Report } from './report.ts';
import type { ReferencedObjects } from './referenced-objects.ts';
import { secretRefusals } from './secret-refusals.ts';

/**
 * Resolves the Build's bindings. If the Build has services, its CNB bindings are ignored, as in kpack. Buildpacks can read
 * the Secret of a binding, so Secrets with credentials are rejected.
 */
export function resolveBindings(build: Build, objects: ReferencedObjects, report: Report): readonly Binding[] {
  const services = build.spec.services ?? [];
  const bindings = services.length > 0 ? serviceBindings(build, objects, report) : cnbBindings(build, report);
  if (bindings.length === 0) return [];
  const refusalsOf = secretRefusals(build, objects);
  for (const { binding, path } of bindings) {
    if (binding.secret === undefined) continue;
    const rejected = `build rejected: ${binding.kind === 'service' ? 'service' : 'binding'} "${binding.name}" uses`;
    for (const refusal of refusalsOf(binding.secret)) report(fieldError(path, `${rejected} ${refusal}`));
  }
  return bindings.map(({ binding }) => binding);
}

/** A binding and the field that defines it. */
interface PlacedBinding {
  readonly binding: Binding;
  readonly path: FieldPath;
}

function serviceBindings(build: Build, objects: ReferencedObjects, report: Report): readonly PlacedBinding[] {
  return (build.spec.services ?? []).flatMap(({ apiVersion = '', kind, name }, index) => {
    const path = ['spec', 'services', index];
    checkDirectory(name, [...path, 'name'], report);
    if (kind === 'Secret') return placedService(name, name, path, report);
    if (parseApiVersion(apiVersion) === undefined) {
      report(fieldError([...path, 'apiVersion'], `invalid value: ${apiVersion}`));
      return [];
    }
    const reference = { namespace: build.metadata.namespace, apiVersion, kind, name };
    const service = objects.provisionedService(reference);
    if (service === undefined) {
      const advice = objects.similarObject(reference) ?? 'add the file with -f, including its status.binding';
      report(fieldError(path, `${kind} "${name}" not found; ${advice}`));
      return [];
    }
    return service.secret === undefined ? [] : placedService(name, service.secret, path, report);
  });
}

function placedService(name: string, secret: string, path: FieldPath, report: Report): readonly PlacedBinding[] {
  checkObjectName(secret, [...path, 'name'], report);
  return [{ binding: { kind: 'service', name, secret }, path }];
}

function cnbBindings(build: Build, report: Report): readonly PlacedBinding[] {
  return (build.spec.cnbBindings ?? []).map(({ name, metadataRef, secretRef }, index) => {
    const path = ['spec', 'cnbBindings', index];
    const metadata = metadataRef?.name ?? '';
    const secret = secretRef?.name;
    checkDirectory(name, [...path, 'name'], report);
    checkObjectName(metadata, [...path, 'metadataRef', 'name'], report);
    if (secret !== undefined) checkObjectName(secret, [...path, 'secretRef', 'name'], report);
    return { binding: { kind: 'cnb', name, metadata, ...(secret !== undefined && { secret }) }, path };
  });
}

/** Reports a binding name that is not a valid directory below `/platform/bindings`. kpack's own rule accepts `..`. */
function checkDirectory(name: string, path: FieldPath, report: Report): void {
  if (name === '.' || name === '..') report(fieldError(path, `invalid value: ${name}`));
}

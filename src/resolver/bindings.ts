import type { Build } from '../api/kpack/build.ts';
import { parseApiVersion } from '../model/api-version.ts';
import { fieldError, type FieldPath } from '../model/problem.ts';
import type { Binding } from '../model/resolved-build.ts';
import { checkObjectName, type Report } from './report.ts';
import type { World } from './world.ts';

/**
 * The Build's bindings; services win over CNB bindings. What a ServiceAccount of the namespace lists is refused: a
 * binding shows a Secret to buildpacks, and credentials are for the platform alone.
 */
export function resolveBindings(build: Build, world: World, report: Report): readonly Binding[] {
  const services = build.spec.services ?? [];
  const bindings = services.length > 0 ? serviceBindings(build, world, report) : cnbBindings(build, report);
  if (bindings.length === 0) return [];
  const forbidden = platformSecrets(build, world);
  for (const { binding, path } of bindings) {
    if (binding.secret !== undefined && forbidden.has(binding.secret)) {
      const word = binding.kind === 'service' ? 'service' : 'binding';
      report(fieldError(path, `build rejected: ${word} "${binding.name}" uses forbidden secret "${binding.secret}"`));
    }
  }
  return bindings.map(({ binding }) => binding);
}

interface Placed {
  readonly binding: Binding;
  readonly path: FieldPath;
}

function serviceBindings(build: Build, world: World, report: Report): readonly Placed[] {
  return (build.spec.services ?? []).flatMap(({ apiVersion = '', kind, name }, index) => {
    const path = ['spec', 'services', index];
    checkDirectory(name, [...path, 'name'], report);
    if (kind === 'Secret') return placedService(name, name, path, report);
    if (parseApiVersion(apiVersion) === undefined) {
      report(fieldError([...path, 'apiVersion'], `invalid value: ${apiVersion}`));
      return [];
    }
    const service = world.provisionedService({ namespace: build.metadata.namespace, apiVersion, kind, name });
    if (service === undefined) {
      report(fieldError(path, `${kind} "${name}" not found; add it, with its status.binding, by -f`));
      return [];
    }
    return service.secret === undefined ? [] : placedService(name, service.secret, path, report);
  });
}

function placedService(name: string, secret: string, path: FieldPath, report: Report): readonly Placed[] {
  checkObjectName(secret, [...path, 'name'], report);
  return [{ binding: { kind: 'service', name, secret }, path }];
}

function cnbBindings(build: Build, report: Report): readonly Placed[] {
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

/** A binding's name is a directory below `/platform/bindings`; kpack's own rule lets `..` through. */
function checkDirectory(name: string, path: FieldPath, report: Report): void {
  if (name === '.' || name === '..') report(fieldError(path, `invalid value: ${name}`));
}

/** kpack looks at accounts' secrets alone; what pulls images is a credential as well. */
function platformSecrets(build: Build, world: World): ReadonlySet<string> {
  const { builder, source } = build.spec;
  const references = [
    ...world
      .serviceAccounts(build.metadata.namespace)
      .flatMap(({ secrets = [], imagePullSecrets = [] }) => [...secrets, ...imagePullSecrets]),
    ...(builder.imagePullSecrets ?? []),
    ...(source.registry?.imagePullSecrets ?? []),
  ];
  return new Set(references.flatMap(({ name }) => name ?? []));
}

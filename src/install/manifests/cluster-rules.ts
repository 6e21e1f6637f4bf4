import { CONVERTED, KPACK_WEBHOOKS } from '../checks/leftovers.ts';
import { rule, WATCHED, type Rule } from './rule.ts';

const BUILDERS = ['builders', 'clusterbuilders'];
const PARTS = ['buildpacks', 'clusterbuildpacks', 'clusterstores', 'clusterstacks', 'clusterlifecycles'];

/** All that the controller may do in all namespaces, and no more: a test runs it under exactly these. */
export function clusterRules(): readonly Rule[] {
  return [...kpackRules(), ...workloadRules(), ...inputRules(), ...checkRules()];
}

function kpackRules(): readonly Rule[] {
  return [
    rule('kpack.io', ['builds'], WATCHED),
    // Caches list and watch; nobody asks for one of them.
    rule('kpack.io', [...BUILDERS, ...PARTS], ['list', 'watch']),
    rule(
      'kpack.io',
      ['builds', ...BUILDERS, ...PARTS].map((plural) => `${plural}/status`),
      ['patch'],
    ),
    // Owner references that block deletion (OwnerReferencesPermissionEnforcement).
    rule('kpack.io', ['builds/finalizers'], ['update']),
  ];
}

function workloadRules(): readonly Rule[] {
  return [
    rule('', ['pods'], [...WATCHED, 'create', 'patch', 'delete']),
    rule('', ['pods/log'], ['get']),
    rule('tekton.dev', ['taskruns'], [...WATCHED, 'create', 'patch', 'delete']),
    // Values of the user's that are too long for an annotation; and read: Tekton's `feature-flags`.
    rule('', ['configmaps'], ['get', 'create', 'delete']),
    rule('events.k8s.io', ['events'], ['create']),
  ];
}

function inputRules(): readonly Rule[] {
  return [
    // One by one, those that Builds and their accounts name; never all of a namespace.
    rule('', ['secrets'], ['get']),
    // TaskRuns run as an account of ours that lists no Secrets; what any account lists no Build may mount.
    rule('', ['serviceaccounts'], ['get', 'list', 'create']),
  ];
}

/** What is looked at when the controller starts, and whether Tekton is there. */
function checkRules(): readonly Rule[] {
  const definitions = ['taskruns.tekton.dev', ...CONVERTED];
  const webhooks = KPACK_WEBHOOKS.map(([{ plural }]) => plural);
  return [
    rule('apiextensions.k8s.io', ['customresourcedefinitions'], WATCHED, definitions),
    rule(
      'admissionregistration.k8s.io',
      webhooks,
      ['get'],
      KPACK_WEBHOOKS.map(([, name]) => name),
    ),
    rule('apps', ['deployments'], ['get'], ['kpack-controller']),
  ];
}

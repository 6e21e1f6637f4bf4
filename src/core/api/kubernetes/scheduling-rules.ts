import type * as z from 'zod';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import type { Immutable } from '../immutable.ts';
import {
  invalidValue,
  labelFault,
  labelValueFault,
  qualifiedNameFault,
  subdomainFault,
  unsupportedValue,
} from './formats.ts';
import { validateLabels } from './object-meta.ts';
import type { affinity as affinitySchema, toleration as tolerationSchema } from './scheduling.ts';

type Affinity = Immutable<z.output<typeof affinitySchema>>;
type NodeAffinity = NonNullable<Affinity['nodeAffinity']>;
type PodAffinity = NonNullable<Affinity['podAffinity']>;
type PodAffinityTerm = NonNullable<PodAffinity['requiredDuringSchedulingIgnoredDuringExecution']>[number];
type LabelSelector = NonNullable<PodAffinityTerm['labelSelector']>;
type NodeSelectorTerm = NonNullable<
  NodeAffinity['preferredDuringSchedulingIgnoredDuringExecution']
>[number]['preference'];
type Requirement = NonNullable<NodeSelectorTerm['matchExpressions']>[number];
type Toleration = Immutable<z.output<typeof tolerationSchema>>;
type Labels = Readonly<Record<string, string>>;

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Checks tolerations by Kubernetes' rules (core/v1 validation, ValidateTolerations). */
export function validateTolerations(tolerations: readonly Toleration[], path: FieldPath): readonly FieldProblem[] {
  return tolerations.flatMap((toleration, index) => validateToleration(toleration, [...path, index]));
}

function validateToleration(
  { key, operator = 'Equal', value = '', effect, tolerationSeconds }: Toleration,
  path: FieldPath,
): readonly FieldProblem[] {
  return [
    ...(key === undefined ? [] : invalidValue([...path, 'key'], key, qualifiedNameFault(key))),
    ...(key === undefined && operator !== 'Exists'
      ? invalidValue(
          [...path, 'operator'],
          operator,
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        )
      : []),
    ...(tolerationSeconds !== undefined && effect !== 'NoExecute'
      ? invalidValue([...path, 'effect'], effect ?? '', "effect must be 'NoExecute' when `tolerationSeconds` is set")
      : []),
    ...validateTolerationValue(operator, value, path),
    ...(effect === undefined || EFFECTS.includes(effect)
      ? []
      : [unsupportedValue([...path, 'effect'], effect, EFFECTS)]),
  ];
}

function validateTolerationValue(operator: string, value: string, path: FieldPath): readonly FieldProblem[] {
  if (operator === 'Equal') return invalidValue([...path, 'value'], value, labelValueFault(value));
  if (operator !== 'Exists') return [unsupportedValue([...path, 'operator'], operator, ['Equal', 'Exists'])];
  return value === '' ? [] : invalidValue([...path, 'value'], value, "value must be empty when `operator` is 'Exists'");
}

/** Checks an affinity by Kubernetes' rules (core/v1 validation, validateAffinity). The Pod has `labels`. */
export function validateAffinity(
  { nodeAffinity = {}, podAffinity = {}, podAntiAffinity = {} }: Affinity,
  labels: Labels,
  path: FieldPath,
): readonly FieldProblem[] {
  return [
    ...validateNodeAffinity(nodeAffinity, [...path, 'nodeAffinity']),
    ...validatePodAffinity(podAffinity, labels, [...path, 'podAffinity']),
    ...validatePodAffinity(podAntiAffinity, labels, [...path, 'podAntiAffinity']),
  ];
}

function validateNodeAffinity(
  { [REQUIRED]: required, [PREFERRED]: preferred = [] }: NodeAffinity,
  path: FieldPath,
): readonly FieldProblem[] {
  const terms = required?.nodeSelectorTerms;
  const termsPath = [...path, REQUIRED, 'nodeSelectorTerms'];
  return [
    ...(terms?.length === 0 ? [fieldError(termsPath, 'must have at least one node selector term')] : []),
    ...(terms ?? []).flatMap((term, index) => validateNodeSelectorTerm(term, 'required', [...termsPath, index])),
    ...preferred.flatMap(({ weight, preference }, index) => [
      ...validateWeight(weight, [...path, PREFERRED, index, 'weight']),
      ...validateNodeSelectorTerm(preference, 'preferred', [...path, PREFERRED, index, 'preference']),
    ]),
  ];
}

function validateWeight(weight: number, path: FieldPath): readonly FieldProblem[] {
  return invalidValue(path, String(weight), weight >= 1 && weight <= 100 ? undefined : 'must be in the range 1-100');
}

/** Kubernetes does not check the values of preferred terms. */
function validateNodeSelectorTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  kind: 'required' | 'preferred',
  path: FieldPath,
): readonly FieldProblem[] {
  return [
    ...matchExpressions.flatMap((requirement, index) => {
      const field = [...path, 'matchExpressions', index];
      return [
        ...validateRequirement(requirement, ['Gt', 'Lt'], field),
        ...(kind === 'required' ? validateValues(requirement, labelValueFault, field) : []),
        ...validateComparison(requirement, field),
      ];
    }),
    ...matchFields.flatMap((requirement, index) =>
      validateFieldRequirement(requirement, [...path, 'matchFields', index]),
    ),
  ];
}

/** Checks the operator, the number of values, and the key. */
function validateRequirement(
  { key, operator, values = [] }: Requirement,
  comparisons: readonly string[],
  path: FieldPath,
): readonly FieldProblem[] {
  const field = [...path, 'values'];
  const ofKey = invalidValue([...path, 'key'], key, qualifiedNameFault(key));
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length > 0) return ofKey;
    return [...ofKey, fieldError(field, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length === 0) return ofKey;
    return [...ofKey, fieldError(field, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  if (!comparisons.includes(operator)) {
    return [...ofKey, ...invalidValue([...path, 'operator'], operator, 'not a valid selector operator')];
  }
  if (values.length === 1) return ofKey;
  return [...ofKey, fieldError(field, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
}

/** The API server accepts such a value, but the scheduler cannot compare it. */
function validateComparison({ operator, values = [] }: Requirement, path: FieldPath): readonly FieldProblem[] {
  const isCompared = (operator === 'Gt' || operator === 'Lt') && values.length === 1;
  if (!isCompared || /^[-+]?\d+$/.test(values[0] ?? '')) return [];
  return [
    fieldWarning(
      [...path, 'values', 0],
      `the scheduler finds no node for '${operator}' with a value that is not an integer`,
    ),
  ];
}

function validateValues(
  { values = [] }: Requirement,
  faultOf: (value: string) => string | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  return values.flatMap((value, index) => invalidValue([...path, 'values', index], value, faultOf(value)));
}

function validateFieldRequirement(requirement: Requirement, path: FieldPath): readonly FieldProblem[] {
  const { key, operator, values = [] } = requirement;
  const isIn = operator === 'In' || operator === 'NotIn';
  return [
    ...(isIn ? [] : invalidValue([...path, 'operator'], operator, 'not a valid selector operator')),
    ...(isIn && values.length !== 1
      ? [
          fieldError(
            [...path, 'values'],
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
          ),
        ]
      : []),
    ...(key === 'metadata.name'
      ? validateValues(requirement, subdomainFault, path)
      : invalidValue([...path, 'key'], key, 'not a valid field selector key')),
  ];
}

function validatePodAffinity(
  { [REQUIRED]: required = [], [PREFERRED]: preferred = [] }: PodAffinity,
  labels: Labels,
  path: FieldPath,
): readonly FieldProblem[] {
  return [
    ...required.flatMap((term, index) => validatePodAffinityTerm(term, labels, [...path, REQUIRED, index])),
    ...preferred.flatMap(({ weight, podAffinityTerm }, index) => [
      ...validateWeight(weight, [...path, PREFERRED, index, 'weight']),
      ...validatePodAffinityTerm(podAffinityTerm, labels, [...path, PREFERRED, index, 'podAffinityTerm']),
    ]),
  ];
}

function validatePodAffinityTerm(term: PodAffinityTerm, labels: Labels, path: FieldPath): readonly FieldProblem[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  return [
    ...validateLabelSelector(labelSelector ?? {}, [...path, 'labelSelector']),
    ...validateLabelSelector(namespaceSelector ?? {}, [...path, 'namespaceSelector']),
    ...namespaces.flatMap((name, index) => invalidValue([...path, 'namespaces', index], name, labelFault(name))),
    ...validateLabelKeys(term, labels, path),
    ...invalidValue([...path, 'topologyKey'], topologyKey, qualifiedNameFault(topologyKey)),
  ];
}

function validateLabelSelector(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  path: FieldPath,
): readonly FieldProblem[] {
  return [
    ...validateLabels(matchLabels, [...path, 'matchLabels']),
    ...matchExpressions.flatMap((requirement, index) => {
      const field = [...path, 'matchExpressions', index];
      return [...validateRequirement(requirement, [], field), ...validateValues(requirement, labelValueFault, field)];
    }),
  ];
}

/** Kubernetes adds a requirement to the selector for each of `matchLabelKeys` that the Pod has as a label. */
function validateLabelKeys(
  { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector }: PodAffinityTerm,
  labels: Labels,
  path: FieldPath,
): readonly FieldProblem[] {
  const ofKeys = (['matchLabelKeys', 'mismatchLabelKeys'] as const).flatMap((field) => {
    const keys = field === 'matchLabelKeys' ? matchLabelKeys : mismatchLabelKeys;
    if (keys.length > 0 && labelSelector === undefined) {
      return [fieldError([...path, field], 'must not be specified when labelSelector is not set')];
    }
    return keys.flatMap((key, index) => invalidValue([...path, field, index], key, qualifiedNameFault(key)));
  });
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {};
  const selected = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
  const ofMatches = matchLabelKeys.flatMap((key, index) => {
    const field = [...path, 'matchLabelKeys', index];
    const uses = selected.filter((one) => one === key).length + (Object.hasOwn(labels, key) ? 1 : 0);
    return [
      ...(labelSelector !== undefined && uses > 1
        ? invalidValue(field, key, 'exists in both matchLabelKeys and labelSelector')
        : []),
      ...(mismatchLabelKeys.includes(key)
        ? invalidValue(field, key, 'exists in both matchLabelKeys and mismatchLabelKeys')
        : []),
    ];
  });
  return [...ofKeys, ...ofMatches];
}

import {
  CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
  CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
  IMAGE_V1ALPHA1_CONVERSIONS,
} from '../api/kpack/conversions.ts';
import type { Json } from '../model/json.ts';
import type { Manifest } from './manifest.ts';
import { LABELS, CONTROLLER_NAMESPACE, SERVICE_ACCOUNT } from '../model/installation-names.ts';

const NAME = 'deprecated-fields.kpack.io';
const GROUP = 'admissionregistration.k8s.io/v1';

/** Returns the bindings of a Build, or of an Image's build. */
const BINDINGS = (object: string): string =>
  `(variables.isImage ? ${object}.spec.?build.?cnbBindings : ${object}.spec.?cnbBindings).orValue([])`;

/** The annotations in which kpack's webhook stores fields that v1alpha1 lacks. */
const ANNOTATIONS = [
  ...IMAGE_V1ALPHA1_CONVERSIONS,
  ...CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
  ...CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
].flatMap(({ from: [root, , name] }) => (root === 'metadata' ? [`'${name}'`] : []));

const VARIABLES: Readonly<Record<string, string>> = {
  isController: `request.userInfo.username == 'system:serviceaccount:${CONTROLLER_NAMESPACE}:${SERVICE_ACCOUNT}'`,
  isImage: "request.resource.resource == 'images'",
  bindings: BINDINGS('object'),
  notary: 'object.spec.?notary',
  fieldsInAnnotations: `request.requestKind.version == 'v1alpha1' && !variables.isController ? object.metadata.?annotations.orValue({}).map(key, key).filter(key, key in [${ANNOTATIONS.join(', ')}]) : []`,
  earlierBindings: `oldObject == null ? [] : ${BINDINGS('oldObject')}`,
  earlierNotary: 'oldObject == null ? optional.none() : oldObject.spec.?notary',
};

const VALIDATIONS: readonly Readonly<Record<string, Json>>[] = [
  {
    expression:
      'variables.isController || variables.bindings.size() == 0 || variables.bindings == variables.earlierBindings',
    messageExpression:
      "(variables.isImage ? 'spec.build.cnbBindings' : 'spec.cnbBindings') + " +
      "': use of this field has been deprecated in v1alpha2, please use services'",
  },
  {
    expression: 'variables.isController || !variables.notary.hasValue() || variables.notary == variables.earlierNotary',
    message: 'spec.notary: use of this field has been deprecated in v1alpha2, please use cosign',
  },
  {
    expression: 'variables.fieldsInAnnotations.size() == 0',
    messageExpression:
      "'metadata.annotations: kpack.io/v1alpha2 has a field for ' + variables.fieldsInAnnotations.join(', ') + " +
      "', and taskpack stores v1alpha2. Convert the file: taskpack convert -f FILE'",
  },
];

/**
 * Returns the policy for CNB bindings and Notary. In v1alpha2, kpack lets only its own controller write these fields
 * (validateCnbBindings, validateNotary). A schema does not know the user, so this is a policy. Existing values may stay.
 * The policy also refuses fields of v1alpha1 in annotations, which only kpack's webhook can convert.
 */
export function deprecatedFieldsManifests(): readonly Manifest[] {
  return [
    {
      apiVersion: GROUP,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: NAME, labels: LABELS },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['kpack.io'],
              apiVersions: ['v1alpha2', 'v1alpha3'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['builds', 'clusterstacks', 'clusterstores', 'images'],
              // The API server's default, so that applying the object again changes nothing.
              scope: '*',
            },
          ],
        },
        variables: Object.entries(VARIABLES).map(([name, expression]) => ({ name, expression })),
        validations: VALIDATIONS,
      },
    },
    {
      apiVersion: GROUP,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: NAME, labels: LABELS },
      spec: { policyName: NAME, validationActions: ['Deny'] },
    },
  ];
}

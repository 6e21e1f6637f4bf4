import { fieldError, type FieldProblem } from '../../../model/problem.ts';

const LONGEST_LABEL_VALUE = 63;

/** Kubernetes' own sentence (apimachinery, IsValidLabelValue). */
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', " +
  "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** kpack's rule for the name of an Image, which becomes the value of a label. */
export function validateImageName(name: string): readonly FieldProblem[] {
  const details = [
    ...(name.length > LONGEST_LABEL_VALUE ? [`must be no more than ${LONGEST_LABEL_VALUE} characters`] : []),
    ...(/^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/.test(name) ? [] : [LABEL_VALUE_RULE]),
  ];
  if (details.length === 0) return [];
  const message = `invalid image name: ${name}, name must be a valid label`;
  return [fieldError(['metadata', 'name'], message, details.join(','))];
}

/**
 * The text such that the kubelet's expansion of `$(VAR)` and `$$` gives it back
 * (https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/).
 */
export function escapeExpansion(text: string): string {
  return text.replaceAll('$', '$$$$');
}

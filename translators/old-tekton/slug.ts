/** A resource's name as the beginning of the name of a parameter, of a result or of a workspace. */
export function slug(resource: string): string {
  const text = resource.replaceAll('.', '-');
  return /^[A-Za-z]/.test(text) ? text : `resource-${text}`;
}

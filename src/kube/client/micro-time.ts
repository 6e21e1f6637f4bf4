/** Milliseconds since 1970 as Kubernetes' `MicroTime`, which has six digits after the point. */
export function microTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}

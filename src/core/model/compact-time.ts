/** Formats seconds since 1970 as kpack does in tags and signatures: `20060102.150405`, in UTC. */
export function compactTime(seconds: number): string {
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().split('T');
  return `${date.replaceAll('-', '')}.${time.slice(0, 8).replaceAll(':', '')}`;
}

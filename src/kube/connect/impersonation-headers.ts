import type { Impersonation } from './kubeconfig.ts';

/** The headers that ask the server to take us for somebody else (Kubernetes documentation, "User impersonation"). */
export function impersonationHeaders({
  user,
  uid,
  groups,
  extra,
}: Impersonation): Readonly<Record<string, string | readonly string[]>> {
  return {
    ...(user !== undefined && { 'Impersonate-User': user }),
    ...(uid !== undefined && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`Impersonate-Extra-${encodeURIComponent(key)}`, values]),
    ),
  };
}

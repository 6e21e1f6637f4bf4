/**
 * The files by which programs find servers. All containers of a Pod share them, and root can write them. So prepare copies them before
 * an image extension runs as root, and taskpack-export compares them before export uses the login.
 */
export const NAME_FILES = ['/etc/hosts', '/etc/resolv.conf'] as const;

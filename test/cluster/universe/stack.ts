/** What the universe's base images share, and a buildpack may ask for. */
export const STACK = {
  id: 'io.test.stacks.tiny',
  distro: { name: 'tiny', version: '1' },
  /** Who builds. */
  build: { uid: 1000, gid: 1000, home: '/home/cnb', mixins: ['busybox', 'build:headers'] },
  /** Whom applications run as: another user of the same group, as the platform specification asks. */
  run: { uid: 1002, gid: 1000, home: '/home/app', mixins: ['busybox', 'run:fonts'] },
} as const;

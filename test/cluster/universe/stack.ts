/** The stack ID and mixins of the universe's base images. */
export const STACK = {
  id: 'io.test.stacks.tiny',
  distro: { name: 'tiny', version: '1' },
  /** The user that runs builds. */
  build: { uid: 1000, gid: 1000, home: '/home/cnb', mixins: ['busybox', 'build:headers'] },
  /** The user that runs applications: another user of the same group, as the platform specification requires. */
  run: { uid: 1002, gid: 1000, home: '/home/app', mixins: ['busybox', 'run:fonts'] },
} as const;

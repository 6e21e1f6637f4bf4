/** The controller's settings for each way to run Builds. */
export const BACKENDS = {
  taskrun: { BACKEND: 'tekton' },
  init: { BACKEND: 'native' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
} as const;

export type Backend = keyof typeof BACKENDS;

export const BACKEND_NAMES = Object.keys(BACKENDS) as readonly Backend[];

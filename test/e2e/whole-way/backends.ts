/** The controller's settings for each way to run Builds. */
export const BACKENDS = {
  taskrun: { BACKEND: 'tekton' },
  init: { BACKEND: 'native' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
} as const;

export type Backend = keyof typeof BACKENDS;

export const BACKEND_NAMES = Object.keys(BACKENDS) as readonly Backend[];

/** Returns a value for each backend. All are made at the same time. */
export async function forEachBackend<Value>(
  make: (backend: Backend) => Promise<Value>,
): Promise<Readonly<Record<Backend, Value>>> {
  const made = BACKEND_NAMES.map(async (backend) => [backend, await make(backend)] as const);
  return Object.fromEntries(await Promise.all(made)) as Readonly<Record<Backend, Value>>;
}

/** The fields of a Pod that injectors read and write. */
export interface Pod {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly initContainers?: readonly Container[];
    readonly containers: readonly Container[];
    readonly volumes?: readonly Volume[];
  };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly restartPolicy?: string;
  readonly [field: string]: unknown;
}

export interface Volume {
  readonly name: string;
  readonly [source: string]: unknown;
}

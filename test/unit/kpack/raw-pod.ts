import type { JsonObject } from '../../../src/core/model/json.ts';

type Strings = Readonly<Record<string, string>>;

/** Kubernetes' types, with the fields that these tests read. */
export interface RawPod {
  readonly metadata: JsonObject & { readonly labels?: Strings; readonly annotations?: Strings };
  readonly spec: JsonObject & {
    readonly initContainers?: readonly RawContainer[];
    readonly containers: readonly RawContainer[];
    readonly volumes?: readonly RawVolume[];
  };
}

export type RawVolume = JsonObject & { readonly name: string };

export type RawContainer = JsonObject & {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly resources?: Readonly<Record<string, Strings>>;
};

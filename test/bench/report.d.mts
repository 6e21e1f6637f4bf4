/** See report.mjs, which plain Node loads. */
export function report(
  name: string,
  value: number,
  options?: {
    readonly unit?: string;
    readonly digits?: number;
    readonly atMost?: number;
    readonly atLeast?: number;
    readonly detail?: string;
  },
): void;

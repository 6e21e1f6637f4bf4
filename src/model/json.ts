/** What JSON can say. Parsed input that nothing has checked yet is `unknown`, not this. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

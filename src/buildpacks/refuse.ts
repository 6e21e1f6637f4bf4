/** Takes a problem of one order entry: a sentence, in kpack's words where kpack has words, and what else helps. */
export type Refuse = (message: string, details?: string) => undefined;

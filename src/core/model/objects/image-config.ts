import { fields, textMap, texts } from './reader.ts';

/** Reads the configuration of an image as a registry returns it (OCI image specification, config.md). */
export const asImageConfig = fields({
  config: fields({ Labels: textMap }),
  rootfs: fields({ diff_ids: texts }),
});

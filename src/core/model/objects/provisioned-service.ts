import { fields, text } from './reader.ts';

/** Reads an object of any kind as a Provisioned Service (servicebinding.io 1.0). Its binding names a Secret. */
export const asProvisionedService = fields({ status: fields({ binding: fields({ name: text }) }) });

import { dataPacket, DELIMITER_PACKET, FLUSH_PACKET } from './packets.ts';

/** The capabilities of a server, such as `fetch` with its features. */
export type Capabilities = ReadonlyMap<string, string>;

/** Returns the body of a command of protocol version 2 (gitprotocol-v2(5), Command Request) with its arguments. */
export function commandRequest(command: string, capabilities: Capabilities, args: readonly string[]): string {
  const format = capabilities.get('object-format');
  return [
    dataPacket(`command=${command}`),
    ...(capabilities.has('agent') ? [dataPacket('agent=taskpack')] : []),
    ...(format === 'sha1' || format === 'sha256' ? [dataPacket(`object-format=${format}`)] : []),
    DELIMITER_PACKET,
    ...args.map(dataPacket),
    FLUSH_PACKET,
  ].join('');
}

/** The remainders of every byte for a polynomial of 8 or 16 bits. */
const remainders = (polynomial: number, bits: 8 | 16): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let rest = byte << (bits - 8)
    for (let turn = 0; turn < 8; turn++) rest = (rest << 1) ^ (rest & (1 << (bits - 1)) ? polynomial : 0)
    return rest & (2 ** bits - 1)
  })
const EIGHT = remainders(0x07, 8)
const SIXTEEN = remainders(0x8005, 16)

/** The checksum of a frame's header (RFC 9639, 9.1.8). */
export const crc8 = (bytes: Uint8Array): number => bytes.reduce((crc, byte) => EIGHT[crc ^ byte] as number, 0) // both are bytes
/** The checksum of a frame (RFC 9639, 9.3). */
export const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => ((crc << 8) & 0xffff) ^ (SIXTEEN[(crc >> 8) ^ byte] as number), 0) // both are bytes

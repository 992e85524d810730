/**
 * A column of text as bytes. The binding of SQLite ends the whole process over a text that is not UTF-8, which damage makes of
 * any: no column that is declared as text is read as one.
 */
export const asBytes = (column: string, name = column): string => `cast(${column} as blob) as ${name}`

/** What `asBytes` selects; the driver gives either. */
export type Bytes = Uint8Array | ArrayBuffer

/** What is no UTF-8 becomes U+FFFD: hashes and shapes find it. */
export const textOf = (bytes: Bytes): string =>
  bytes instanceof ArrayBuffer
    ? Buffer.from(bytes).toString('utf8')
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

export const textOrNull = (bytes: Bytes | null): string | null => bytes && textOf(bytes)
export const textsOf = (rows: readonly unknown[]): string[] => (rows as readonly Bytes[]).map(textOf) // plucked with `asBytes`

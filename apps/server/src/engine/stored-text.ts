/**
 * A text column as bytes: SQLite's binding ends the process on a text that isn't UTF-8, which damage can make of any.
 */
export const asBytes = (column: string, name = column): string => `cast(${column} as blob) as ${name}`

/** The result of `asBytes`; the driver gives either type. */
export type Bytes = Uint8Array | ArrayBuffer

/** Invalid UTF-8 becomes U+FFFD: hashes and shapes detect it. */
export const textOf = (bytes: Bytes): string =>
  bytes instanceof ArrayBuffer
    ? Buffer.from(bytes).toString('utf8')
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

export const textOrNull = (bytes: Bytes | null): string | null => bytes && textOf(bytes)
export const textsOf = (rows: readonly unknown[]): string[] => (rows as readonly Bytes[]).map(textOf) // plucked with `asBytes`

/** Columns of JSON that may be damaged, and would make the whole question fail. */
export const ANNOTATION = `iif(json_valid(annotation), annotation, '{}')`
export const SUMMARY = `iif(json_valid(summary), summary, '{}')`

import { createHash } from 'node:crypto'

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** `"<sha256 of the file's bytes>"`, quotes included (docs/contract/api.md#workspace-folder). */
export const etagOf = (bytes: Uint8Array | string): string => asEtag(sha256(bytes))

/** The same of bytes whose sha256 is known. */
export const asEtag = (hash: string): string => `"${hash}"`

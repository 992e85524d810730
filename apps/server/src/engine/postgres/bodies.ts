import { inflateRawSync } from 'node:zlib'
import type { Sha256 } from '@ensemble/core'
import { DEFLATED, packed } from '../stored-bodies.ts'
import type { Query } from './postgres-database.ts'

interface BodyRow {
  readonly hash: Sha256
  readonly bytes: Buffer
  readonly form: number
}

/** Values as the columns of a statement, in the order of their hashes: two statements that lock them never wait for each other. */
export interface BodyColumns {
  readonly hashes: readonly Sha256[]
  readonly bytes: readonly Buffer[]
  readonly forms: readonly number[]
}

export const bodyColumns = (bodies: ReadonlyMap<Sha256, Uint8Array>): BodyColumns => {
  const sorted = [...bodies].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = sorted.map(([hash, bytes]) => ({ hash, ...packed(bytes) }))
  return {
    hashes: rows.map(({ hash }) => hash),
    bytes: rows.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    forms: rows.map(({ form }) => form),
  }
}

/** A value that is there and unused may be about to be collected: it is new again. */
export const KEEP_BODY = `on conflict (hash) do update set put_at = clock_timestamp()
  where bodies.put_at < clock_timestamp() - interval '5 minutes'`

export const putBodies = async (query: Query, bodies: ReadonlyMap<Sha256, Uint8Array>): Promise<void> => {
  const { hashes, bytes, forms } = bodyColumns(bodies)
  await query(
    `insert into bodies (hash, bytes, form)
     select * from unnest($1::text[], $2::bytea[], $3::smallint[]) ${KEEP_BODY}`,
    [hashes, bytes, forms],
  )
}

const NOTHING = new Uint8Array()
/** Damaged bytes give nothing, which no hash of ours is of. */
const unpacked = ({ bytes, form }: BodyRow): Uint8Array => {
  if ((form & DEFLATED) === 0) return bytes
  try {
    return inflateRawSync(bytes)
  } catch {
    return NOTHING
  }
}

/** Values of a statement: their bytes come together. */
const AT_ONCE = 200

/** The values that are there, by their hash; doesn't check that the bytes match it. */
export const getBodies = async (query: Query, hashes: readonly Sha256[]): Promise<ReadonlyMap<Sha256, Uint8Array>> => {
  const found = new Map<Sha256, Uint8Array>()
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const some = hashes.slice(at, at + AT_ONCE)
    for (const row of await query<BodyRow>('select hash, bytes, form from bodies where hash = any($1)', [some]))
      found.set(row.hash, unpacked(row))
  }
  return found
}

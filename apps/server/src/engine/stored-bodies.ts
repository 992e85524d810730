import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Sha256 } from '@ensemble/core'
import { BODY_BYTES } from '@ensemble/core/host'
import {
  type Recipe,
  STEP,
  conversationOf,
  messagesIn,
  messagesOf,
  partsIn,
  readRecipe,
  recipeFor,
  writeRecipe,
} from './conversation.ts'
import type { Db } from './database.ts'
import { type Bytes, asBytes, textOrNull } from './stored-text.ts'

/** How the bytes of a row are kept; a sum of these. */
export const DEFLATED = 1
export const RECIPE = 2

/** A row of `bodies`. */
export interface StoredBody {
  readonly bytes: Uint8Array
  readonly form: number
  /** The conversation that a recipe copies messages of. */
  readonly base: Sha256 | null
}
export type RowOf = (hash: Sha256) => StoredBody | undefined

/** Values by the hash of their JSON: as they are, deflated, or a conversation as a recipe. */
export interface StoredBodies {
  /** `isPlain`: SQL looks into it. */
  put(hash: Sha256, bytes: Uint8Array, isPlain?: boolean): void
  /** The messages of a Request, built on those of `base` where they repeat them. */
  putConversation(hash: Sha256, text: string, base: Sha256 | undefined): void
  putRow(hash: Sha256, row: StoredBody): void
  /** Doesn't check that the bytes match the hash. Undefined if there is none. */
  get(hash: Sha256): Uint8Array | undefined
  /** The same of a conversation that is stored as a recipe: texts that others share. */
  messages(hash: Sha256): readonly string[] | undefined
  /** The rows that a value needs besides its own: the base and parts of a conversation. */
  needs(hash: Sha256): readonly Sha256[]
  remove(hash: Sha256): void
}

/** Less is not worth a reader's time. */
const WORTH = 0.9
/** The fastest level: the others take twice its time for some percent. */
const LEVEL = 1
const MOST_INFLATED = 512 * 1024 * 1024

/** Bytes as they are stored by themselves. */
export const packed = (bytes: Uint8Array): StoredBody => {
  if (bytes.byteLength >= BODY_BYTES) {
    const deflated = deflateRawSync(bytes, { level: LEVEL })
    if (deflated.byteLength < bytes.byteLength * WORTH) return { bytes: deflated, form: DEFLATED, base: null }
  }
  return { bytes, form: 0, base: null }
}

const NOTHING = new Uint8Array()
/** Damaged bytes give nothing, which no hash of ours is of. */
const unpacked = ({ bytes, form }: StoredBody): Uint8Array => {
  if ((form & DEFLATED) === 0) return bytes
  try {
    return inflateRawSync(bytes, { maxOutputLength: MOST_INFLATED })
  } catch {
    return NOTHING
  }
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const recipeIn = (row: StoredBody): Recipe | undefined =>
  (row.form & RECIPE) === 0 ? undefined : readRecipe(decoder.decode(unpacked(row)))

/** A conversation as its messages, and its place among those that build on each other. */
interface Conversation {
  readonly messages: readonly string[]
  readonly depth: number
  /** The one that its group of `STEP` builds on. */
  readonly start: Sha256
}

/** More than any chain: damage can make a circle. */
const MOST_DEPTH = 100_000

const createResolver = (rowOf: RowOf, known: Known) => {
  const partOf = (hash: Sha256): string | undefined => {
    const row = rowOf(hash)
    return row === undefined || (row.form & RECIPE) !== 0 ? undefined : decoder.decode(unpacked(row))
  }
  const conversation = (hash: Sha256): Conversation | undefined => {
    const chain: { readonly hash: Sha256; readonly recipe: Recipe }[] = []
    let found: Conversation | undefined
    for (let at: Sha256 | null = hash; at !== null && chain.length < MOST_DEPTH;) {
      found = known.get(at)
      if (found !== undefined) break
      const row = rowOf(at)
      if (row === undefined) return undefined
      const recipe = recipeIn(row)
      if (recipe === undefined) {
        const messages = messagesIn(decoder.decode(unpacked(row)))
        if (messages === undefined) return undefined
        found = { messages, depth: 0, start: at }
        break
      }
      chain.push({ hash: at, recipe })
      at = row.base
    }
    for (const { hash: own, recipe } of chain.toReversed()) {
      const messages = messagesOf(recipe, found?.messages ?? [], partOf)
      if (messages === undefined) return undefined
      const { depth } = recipe
      found = { messages, depth, start: depth % STEP === 0 ? own : (found?.start ?? own) }
    }
    if (found !== undefined) known.keep(hash, found)
    return found
  }
  return {
    conversation,
    value: (hash: Sha256): Uint8Array | undefined => {
      const row = rowOf(hash)
      if (row === undefined || (row.form & RECIPE) === 0) return row && unpacked(row)
      const found = conversation(hash)
      return found === undefined ? NOTHING : encoder.encode(conversationOf(found.messages))
    },
  }
}

/** Among how many conversations a recipe builds; undefined for any other value. */
export const depthOf = (row: StoredBody): number | undefined => recipeIn(row)?.depth

/** Values of rows that somebody found. */
export interface Values {
  get(hash: Sha256): Uint8Array | undefined
  /** The value that was read is wrong. */
  forget(hash: Sha256): void
}

export const createValues = (rowOf: RowOf): Values => {
  const known = createKnown()
  return { get: createResolver(rowOf, known).value, forget: known.forget }
}

/** Characters of the conversations that are kept to build on or read the next one. */
const MOST_KEPT = 8 * 1024 * 1024

/** The conversations that were read or written last. */
interface Known {
  get(hash: Sha256): Conversation | undefined
  keep(hash: Sha256, one: Conversation): void
  forget(hash: Sha256): void
}

const createKnown = (): Known => {
  const found = new Map<Sha256, Conversation & { readonly size: number }>()
  let total = 0
  const forget = (hash: Sha256): void => {
    total -= found.get(hash)?.size ?? 0
    found.delete(hash)
  }
  return {
    get: (hash) => found.get(hash),
    keep: (hash, one) => {
      forget(hash)
      const size = one.messages.reduce((sum, { length }) => sum + length, 0)
      found.set(hash, { ...one, size })
      total += size
      for (const oldest of found.keys()) {
        if (total <= MOST_KEPT || found.size <= 1) break
        forget(oldest)
      }
    },
    forget,
  }
}

interface Row {
  readonly hash: Bytes
  readonly bytes: Bytes
  readonly form: number
  readonly base: Bytes | null
}
const COLUMNS = ['bytes', 'base'].map((name) => asBytes(name)).join(', ')
const storedIn = ({ bytes, form, base }: Row): StoredBody => ({
  bytes: new Uint8Array(bytes),
  form,
  base: textOrNull(base) as Sha256 | null, // as `putRow` wrote it
})

export const createStoredBodies = (db: Db): StoredBodies => {
  const select = db.prepare(`select ${COLUMNS}, cast(form as integer) as form from bodies where hash = ?`)
  const selectChain = db.prepare(
    `with recursive chain (hash, bytes, form, base, n) as (
       select hash, bytes, form, base, 0 from bodies where hash = ?
       union all select bodies.hash, bodies.bytes, bodies.form, bodies.base, n + 1
         from chain join bodies on bodies.hash = chain.base where n < ${MOST_DEPTH})
     select ${asBytes('hash')}, ${COLUMNS}, cast(form as integer) as form from chain`,
  )
  const selectForm = db.prepare('select cast(form as integer) as form from bodies where hash = ?')
  const insert = db.prepare('insert or ignore into bodies (hash, bytes, form, base) values (?, ?, ?, ?)')
  const deleteOne = db.prepare('delete from bodies where hash = ?')
  const known = createKnown()

  const rowOf: RowOf = (hash) => {
    const row = select.get(hash) as Row | undefined // columns as selected
    return row && storedIn(row)
  }
  /** All rows of a chain cost little more than one. */
  const createChainReader = (): RowOf => {
    const rows = new Map<Sha256, StoredBody>()
    return (hash) => {
      const row = rows.get(hash) ?? rowOf(hash)
      if (row !== undefined && row.base !== null && !rows.has(hash) && known.get(row.base) === undefined)
        for (const one of selectChain.all(hash) as readonly Row[])
          rows.set(textOrNull(one.hash) as Sha256, storedIn(one)) // columns as selected
      return row
    }
  }
  const resolver = () => createResolver(createChainReader(), known)
  /** One that is kept here may belong to a commit that failed. */
  const conversation = (hash: Sha256): Conversation | undefined =>
    isHere(hash) ? resolver().conversation(hash) : undefined
  const putRow: StoredBodies['putRow'] = (hash, { bytes, form, base }) =>
    void insert.run(hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), form, base)
  const isHere = (hash: Sha256): boolean => selectForm.get(hash) !== undefined
  const put: StoredBodies['put'] = (hash, bytes, isPlain = false) => {
    if (!isHere(hash)) putRow(hash, isPlain ? { bytes, form: 0, base: null } : packed(bytes))
  }

  return {
    put,
    putRow,
    putConversation: (hash, text, before) => {
      if (isHere(hash)) return
      const messages = messagesIn(text)
      if (messages === undefined) return put(hash, encoder.encode(text))
      const last = before === undefined ? undefined : conversation(before)
      const depth = last === undefined ? 0 : last.depth + 1
      const isStep = last !== undefined && depth % STEP === 0
      const base = isStep ? last.start : before
      const found = isStep ? conversation(last.start) : last
      const { recipe, parts } = recipeFor(messages, found?.messages ?? [], depth)
      for (const [part, content] of parts) put(part, encoder.encode(content))
      const isBuilt = recipe.depth > 0 && base !== undefined
      const { bytes, form } = packed(encoder.encode(writeRecipe(recipe)))
      putRow(hash, { bytes, form: form | RECIPE, base: isBuilt ? base : null })
      known.keep(hash, { messages, depth: recipe.depth, start: isBuilt && !isStep ? (found?.start ?? hash) : hash })
    },
    get: (hash) => resolver().value(hash),
    messages: (hash) => {
      const row = selectForm.get(hash) as { form: number } | undefined // columns as selected
      return row !== undefined && (row.form & RECIPE) !== 0 ? resolver().conversation(hash)?.messages : undefined
    },
    needs: (hash) => {
      const row = rowOf(hash)
      const recipe = row && recipeIn(row)
      return recipe === undefined ? [] : [...(row?.base ? [row.base] : []), ...partsIn(recipe)]
    },
    remove: (hash) => {
      known.forget(hash)
      deleteOne.run(hash)
    },
  }
}

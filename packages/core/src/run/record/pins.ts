import { formatAddress, parseAddress } from '../../idea/address.ts'
import type { LoadedIdea } from '../../idea/idea.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import { sha256Text } from '../../schema/hash.ts'
import type { JsonObject, Sha256 } from '../../schema/json.ts'
import { LateMap } from '../../schema/late-map.ts'
import { textOf } from '../../schema/kept-text.ts'
import type { JournalEvent } from '../../journal/events.ts'
import type { Journal } from '../../journal/journal.ts'
import type { IdeaSource } from './executor-deps.ts'

/** The first resolution of an address pins its content for the rest of the Run (docs/contract/protocol.md#modules, docs/contract/protocol.md#the-journal). */
export type Pin = (address: string, from: string | undefined) => Promise<LoadedIdea>

type Content = Pick<LoadedIdea, 'idea' | 'tools'>

const texts = new WeakMap<LoadedIdea['idea'], { readonly tools: LoadedIdea['tools']; readonly text: string }>()

/** The bytes that are pinned: an Idea with the shared Tools it refers to. Every Run of an Idea pins the same. */
export function pinText({ idea, tools }: Content): string {
  const known = texts.get(idea)
  if (known?.tools === tools) return known.text
  const text = `{"idea":${textOf(idea as unknown as JsonObject)},"tools":${JSON.stringify(tools)}}` // an Idea is JSON
  texts.set(idea, { tools, text })
  return text
}

export const storeText = ({ bodies }: Journal, text: string): Promise<Sha256> =>
  bodies.putText ? bodies.putText(text) : bodies.put(new TextEncoder().encode(text))

/** Stores an Idea as it is pinned. A Run that starts here reuses these objects and everything derived from them. */
export async function storePin(journal: Journal, content: Content): Promise<Sha256> {
  const hash = await storeText(journal, pinText(content))
  remember(hash, content)
  return hash
}

/** Reads what an earlier execution pinned, where there was one; else resolves and stores. */
export function createPins(options: {
  readonly journal: Journal
  readonly ideas: IdeaSource
  readonly recorded: readonly JournalEvent[]
  /** A replay stores nothing. */
  readonly store: boolean
}): Pin {
  const { journal, ideas, recorded, store } = options
  const known = recordedPins(recorded)
  const pinned = new LateMap<string, Promise<LoadedIdea>>()

  const load = async (address: string, text: string, from: string | undefined): Promise<LoadedIdea> => {
    const hash = known.get(address)
    if (hash !== undefined) return await readPin(journal, address, hash)
    const loaded = await ideas.resolve(text, from)
    const content = pinText(loaded)
    if (store) await storeText(journal, content)
    return { idea: loaded.idea, tools: loaded.tools, address, hash: sha256Text(content) }
  }
  return (text, from) => {
    const parsed = parseAddress(text, from)
    if (parsed.type === 'invalid') return Promise.reject(new EnsembleError('module.unresolved', parsed.message))
    const address = formatAddress(parsed)
    const loading = pinned.get(address) ?? load(address, text, from)
    pinned.set(address, loading)
    return loading
  }
}

function recordedPins(recorded: readonly JournalEvent[]): ReadonlyMap<string, Sha256> {
  const pins = new Map<string, Sha256>()
  for (const event of recorded) {
    if (event.type === 'run.created' || event.type === 'module.entered')
      for (const [address, hash] of Object.entries(event.data.pins ?? {})) pins.set(address, hash)
    if (event.type === 'module.entered') pins.set(event.data.address, event.data.hash)
  }
  return pins
}

async function readPin(journal: Journal, address: string, hash: Sha256): Promise<LoadedIdea> {
  const known = contents.get(hash)
  if (known) return { idea: known.idea, tools: known.tools, address, hash }
  const bytes = await journal.bodies.get(hash)
  if (!bytes)
    throw new EnsembleError(
      'engine.bodyLost',
      `The recorded content of ${address} (${hash.slice(0, 12)}…) is missing from the Journal.`,
    )
  // Written by pinText from a LoadedIdea and found by its hash.
  const content = JSON.parse(new TextDecoder().decode(bytes)) as Content
  remember(hash, content)
  return { ...content, address, hash }
}

/** Contents that were read before: Runs of one Idea share its objects, and so what is composed from them. */
const contents = new Map<Sha256, Content>()
const MOST_REMEMBERED = 50

function remember(hash: Sha256, { idea, tools }: Content): void {
  if (!contents.has(hash)) contents.set(hash, { idea, tools })
  const [oldest] = contents.keys()
  if (contents.size > MOST_REMEMBERED && oldest !== undefined) contents.delete(oldest)
}

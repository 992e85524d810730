import type { Message } from '../idea/message.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { titleOf, type Block } from './blocks.ts'
import { FILE, showFiles } from './file-parts.ts'
import type { FileKind } from './model.ts'
import { mergeJson, showByReference } from './shown-value.ts'

type Of<T extends Message['type']> = Message & { readonly type: T }
type Merged = Of<'state'> | Of<'data'>

export interface MergedBlock {
  readonly block: Block
  readonly parts: readonly JsonObject[]
}

export interface MergeOptions {
  /** A value with more bytes than this is shown as `{ ref, type, bytes, preview }`. */
  readonly inlineBytes: number
  /** Kinds of files that travel as parts of a message; the others are only named. */
  readonly files?: readonly FileKind[]
}

const STATE_NOTE = 'The scratchpad of this task: Calls write into it, references read it.'

/** For the last `state` or `data` Message of each kind and instance, the block of all of them together. */
export function mergeBlocks(
  context: readonly Message[],
  options: MergeOptions,
): ReadonlyMap<Message, MergedBlock> | undefined {
  if (!context.some(isMerged)) return undefined
  const blocks = new Map<Message, MergedBlock>()
  for (const group of groupsOf(context).values()) {
    const last = group.at(-1)
    if (last !== undefined) blocks.set(last, blockOf(group, last, options))
  }
  return blocks
}

const isMerged = (message: Message): message is Merged => message.type === 'state' || message.type === 'data'

function groupsOf(context: readonly Message[]): ReadonlyMap<string, readonly Merged[]> {
  const groups = new Map<string, Merged[]>()
  for (const message of context) {
    if (!isMerged(message)) continue
    const key = JSON.stringify([message.type, message.type === 'data' ? message.kind : '', message._instance ?? null])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [message])
    else group.push(message)
  }
  return groups
}

function blockOf(group: readonly Merged[], last: Merged, { inlineBytes, files = [] }: MergeOptions): MergedBlock {
  const schema = group.findLast((message) => message.schema !== undefined)?.schema
  let value: Json | undefined
  let note = last.type === 'state' ? STATE_NOTE : undefined
  for (const message of group) {
    value = mergeJson(value, message.type === 'state' ? message.state : message.data)
    if (message.type === 'data') note = message.description ?? note
  }
  const shown =
    last.type === 'data' && last.kind === FILE
      ? showFiles(value ?? null, files)
      : {
          value: last.type === 'state' ? showByReference(value ?? {}, '†state', inlineBytes) : (value ?? null),
          parts: [],
        }
  const notes = [note, 'note' in shown ? shown.note : undefined].filter((one) => one !== undefined)
  const block = {
    title: titleOf(last.type === 'state' ? 'state' : `data: ${last.kind}`, last._instance),
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...(schema !== undefined && { schema }),
    value: shown.value,
  }
  return { block, parts: shown.parts }
}

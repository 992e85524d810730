import { isObject } from '@ensemble/core'
import { ideaFile } from '../texts/files.ts'
import { messagesOf, parseObject } from '../texts/idea-view.ts'
import { setAt } from '../texts/json-edit.ts'
import { findTool, ideaNames, toolsOfIdea, type Files } from './intents.ts'
import { toolNameFor } from './names.ts'
import { renameTool } from './rename.ts'
import { Sequence } from './sequence.ts'
import type { FileEdit } from '../texts/document.ts'

/** Other uses of an Idea's old name: Tools that are named after it, and prompts that mention it. */
export interface Carried {
  readonly tools: number
  readonly mentions: number
  readonly edits: readonly FileEdit[]
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** A title as the middle of a name: `Fact checker` → `FactChecker`. */
const inName = (title: string): string => {
  const name = toolNameFor(title.replaceAll(/[-_]+/gu, ' '))
  return name.charAt(0).toUpperCase() + name.slice(1)
}

interface Renamed {
  readonly from: string
  readonly to: string
  /** As an Idea's Tools run in the active profile. */
  readonly activities: readonly string[]
  readonly profile: string
}

/** The edits by which Tools and prompts of all Ideas follow a title that changed. */
export function carryAlong(files: Files, { from, to, activities, profile }: Renamed): Carried {
  const steps = new Sequence(files)
  const [old, next] = [inName(from), inName(to)]
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(from)}(?![\\p{L}\\p{N}])`, 'gu')
  let tools = 0
  let mentions = 0
  for (const idea of ideaNames(files)) {
    for (const { name } of toolsOfIdea(files, idea)) {
      const place = findTool(steps.files, idea, name)
      const wanted = old === '' || next === '' ? name : name.replace(old, next)
      if (place === undefined || wanted === name || findTool(steps.files, idea, wanted) !== undefined) continue
      steps.add(...renameTool(steps.files, { idea, place, to: wanted, activities, profile }))
      tools += 1
    }
    const file = ideaFile(idea)
    for (const { index, message } of messagesOf(parseObject(steps.files.get(file)?.text))) {
      const field = typeof message.text === 'string' ? 'text' : 'content'
      const text = isObject(message) ? message[field] : undefined
      if (typeof text !== 'string') continue
      const said = text.replaceAll(word, to)
      if (said === text) continue
      mentions += text.match(word)?.length ?? 0
      steps.add({ file, text: setAt(steps.files.get(file)?.text ?? '', ['context', index, field], said) })
    }
  }
  return { tools, mentions, edits: steps.edits() }
}

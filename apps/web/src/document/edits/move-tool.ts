import { isObject, type Json } from '@ensemble/core'
import type { FileEdit } from '../texts/document.ts'
import { ideaFile } from '../texts/files.ts'
import { moveItem, nodeAt, removeAt, setAt, type JsonPath } from '../texts/json-edit.ts'
import { parseObject } from '../texts/idea-view.ts'
import { toolsOfIdea, type Files } from './intents.ts'

/**
 * The edit that puts a Tool at `index` among all Tools of an Idea, in the Message of the Tool whose place it takes; null
 * where it already exists. The text of every Tool stays as it is.
 */
export function moveTool(files: Files, idea: string, tool: string, index: number): FileEdit | null {
  const file = ideaFile(idea)
  const tools = toolsOfIdea(files, idea)
  const from = tools.findIndex(({ name }) => name === tool)
  const moved = tools[from]
  const target = tools[index]
  if (moved === undefined || target === undefined || from === index) return null
  const text = files.get(file)?.text ?? ''
  const holder = target.entryPath.slice(0, -1)
  const isSame = JSON.stringify(holder) === JSON.stringify(moved.entryPath.slice(0, -1))
  const there = isSame ? text : intoHolder(text, moved.entryPath, [...holder, tool])
  const keys = keysAt(there, holder)
  const at = keys.indexOf(target.name)
  // From another Message it comes in behind all others.
  const to = isSame || index < from ? at : at + 1
  return { file, text: moveItem(there, holder, keys.indexOf(tool), to) }
}

const intoHolder = (text: string, from: JsonPath, to: JsonPath): string => {
  const value = valueAt(parseObject(text), from)
  return value === undefined || nodeAt(text, from) === undefined ? text : setAt(removeAt(text, from), to, value)
}

const valueAt = (value: Json, path: JsonPath): Json | undefined =>
  path.reduce<Json | undefined>((now, step) => {
    if (Array.isArray(now)) return now[Number(step)]
    return isObject(now) ? now[String(step)] : undefined
  }, value)

const keysAt = (text: string, path: JsonPath): readonly string[] => {
  const value = valueAt(parseObject(text), path)
  return isObject(value) ? Object.keys(value) : []
}

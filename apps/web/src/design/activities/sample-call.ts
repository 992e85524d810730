import { isObject, type JsonObject, type JsonSchema } from '@ensemble/core'
import { exampleOf } from '@ensemble/core/editor'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Document, FileRecord } from '../../document/texts/document.ts'
import { ideaNameOf, toolFile } from '../../document/texts/files.ts'
import { metaField, parseObject, toolsOf } from '../../document/texts/idea-view.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraphNode } from '../../document/graph/graph-store.ts'

/** A Call that a Tool's schema allows, as text to read and change; meta fields are the protocol's own. */
export const sampleCall = (schema: JsonSchema | null): string => {
  const example = schema === null ? {} : exampleOf(schema)
  const parameters: JsonObject = isObject(example)
    ? Object.fromEntries(Object.entries(example).filter(([name]) => !name.startsWith('_')))
    : {}
  return JSON.stringify(parameters, null, 2)
}

const PLACE = /\{([A-Za-z][A-Za-z0-9_-]*)\}/g

/** A Call with a parameter for each `{name}` that a request has a place for, as text to fill in. */
export const sampleOfRequest = ({ url, headers, body }: JsonObject): string => {
  const places = JSON.stringify([url, headers, body]).matchAll(PLACE)
  return JSON.stringify(Object.fromEntries([...places].map(([, name = '']) => [name, ''])), null, 2)
}

/** The schema of the first Tool that an Activity of this name would work for; null if there is none. */
export function schemaFor(
  activity: string,
  files: ReadonlyMap<string, Pick<FileRecord, 'file' | 'valid'>>,
): JsonSchema | null {
  const shared = files.get(toolFile(activity))?.valid
  if (shared != null) return parseObject(shared)
  for (const { file, valid } of files.values()) {
    if (ideaNameOf(file) === null) continue
    const tools = toolsOf(file, parseObject(valid), () => undefined)
    const found = tools.find(
      ({ name, schema }) =>
        (metaField(schema, ['_activity'])?.value ?? name) === activity && Object.keys(schema).length > 0,
    )
    if (found !== undefined) return found.schema
  }
  return null
}

const filesOf = ({ files }: Document) => files

/** For an Activity: the schema of the first Tool it works for, or would once it is there. */
export function useToolSchema(activity: string): JsonSchema | null {
  const used = useGraphNode(`activity:${activity}`)?.input
  const files = useStore(documentStore, filesOf)
  return useMemo(() => used ?? schemaFor(activity, files), [used, activity, files])
}

/** A Call of the Tool that an Activity works for; with none, as `otherwise` says. */
export function useSampleCall(activity: string, otherwise: () => string = () => sampleCall(null)): string {
  const schema = useToolSchema(activity)
  return schema === null ? otherwise() : sampleCall(schema)
}

import { isObject, type JsonObject, type JsonSchema } from '@ensemble/core'
import { exampleOf } from '@ensemble/core/editor'
import { useStore } from 'zustand'
import { toolFile } from '../document/files.ts'
import { parseObject } from '../document/idea-view.ts'
import { documentStore } from '../stores/document.ts'
import { useGraphNode } from '../stores/graph.ts'

/** A Call that a Tool's schema allows, as text to read and change; meta fields are the protocol's own. */
export const sampleCall = (schema: JsonSchema | null): string => {
  const example = schema === null ? {} : exampleOf(schema)
  const parameters: JsonObject = isObject(example)
    ? Object.fromEntries(Object.entries(example).filter(([name]) => !name.startsWith('_')))
    : {}
  return JSON.stringify(parameters, null, 2)
}

/** For an Activity: of the first Tool it works for, else of the shared Tool of its name. */
export function useSampleCall(activity: string): string {
  const used = useGraphNode(`activity:${activity}`)?.input
  const shared = useStore(documentStore, ({ files }) => files.get(toolFile(activity))?.valid)
  return sampleCall(used ?? (shared == null ? null : parseObject(shared)))
}

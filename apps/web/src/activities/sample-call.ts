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

const PLACE = /\{([A-Za-z][A-Za-z0-9_-]*)\}/g

/** A Call with a parameter for each `{name}` that a request has a place for, as text to fill in. */
export const sampleOfRequest = ({ url, headers, body }: JsonObject): string => {
  const places = JSON.stringify([url, headers, body]).matchAll(PLACE)
  return JSON.stringify(Object.fromEntries([...places].map(([, name = '']) => [name, ''])), null, 2)
}

/** For an Activity: of the first Tool it works for, else of the shared Tool of its name; with neither, as `otherwise` says. */
export function useSampleCall(activity: string, otherwise: () => string = () => sampleCall(null)): string {
  const used = useGraphNode(`activity:${activity}`)?.input
  const shared = useStore(documentStore, ({ files }) => files.get(toolFile(activity))?.valid)
  const schema = used ?? (shared == null ? null : parseObject(shared))
  return schema === null ? otherwise() : sampleCall(schema)
}

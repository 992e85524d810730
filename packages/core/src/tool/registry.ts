import { EnsembleError } from '../schema/ensemble-error.ts'
import { findSchemaIssue } from '../schema/check-schema.ts'
import { copyJson } from '../schema/json.ts'
import { normaliseTool } from './normalise.ts'
import type { ToolSchema } from './tool.ts'
import type { AnyToolHandle, ToolHandle } from './typed-tool.ts'

/** Tools by name, kept apart from Activities (docs/contract/protocol.md#activities). */
export interface ToolRegistry {
  /**
   * Registers a copy of a schema; a later one replaces it. Throws EnsembleError `tool.*` with all problems as `errors`.
   */
  register<const Schema extends ToolSchema, const Name extends string>(
    name: Name,
    schema: Schema,
  ): ToolHandle<Schema, Name>
  get(name: string): AnyToolHandle | undefined
  remove(name: string): boolean
  /** In order of registration. */
  readonly names: readonly string[]
}

export function createToolRegistry(): ToolRegistry {
  const handles = new Map<string, AnyToolHandle>()
  return {
    register(name, given) {
      // The registry's own: what is made of a schema is kept by the object that it is, whatever the caller does to theirs.
      const schema = findSchemaIssue(given) === undefined ? copyJson(given) : { ...given }
      const { tool, problems } = normaliseTool(name, schema)
      const errors = problems.filter(({ severity }) => severity === 'error')
      const [first] = errors
      if (first !== undefined) {
        throw new EnsembleError(first.code, first.message, {
          errors: errors.map(({ path, message }) => ({ path, message })),
        })
      }
      const handle = { name, schema, tool }
      handles.delete(name)
      handles.set(name, handle)
      return handle
    },
    get: (name) => handles.get(name),
    remove: (name) => handles.delete(name),
    get names() {
      return [...handles.keys()]
    },
  }
}

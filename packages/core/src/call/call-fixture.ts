import type { Composition } from '../request/composition.ts'
import { compose } from '../request/compose.ts'
import { DEFAULT_COMPOSITION } from '../request/config.ts'
import type { JsonObject } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Mode } from '../tool/tool.ts'

interface World {
  readonly modes?: { readonly [tool: string]: Mode }
  readonly hasState?: boolean
  readonly instances?: readonly string[]
}

/** For tests of this folder: the composition of Tools as their author writes them; explicit unless said otherwise. */
export const composeTools = (schemas: { readonly [name: string]: JsonObject }, world: World = {}): Composition =>
  compose({
    tools: Object.entries(schemas).map(([name, schema]) => {
      const mode = world.modes?.[name] ?? 'explicit'
      return { tool: normaliseTool(name, schema).tool, mode, activity: mode === 'explicit' ? name : '' }
    }),
    output: undefined,
    hasState: world.hasState ?? false,
    hasInput: world.hasState ?? false,
    instances: world.instances ?? [],
    options: DEFAULT_COMPOSITION,
  })

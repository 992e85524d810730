import type { Idea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import type { JsonObject } from '../../schema/json.ts'

/** The parts of a Module's context. */
export interface ModuleParts {
  readonly idea: Idea
  readonly input: JsonObject
  readonly imported: readonly Message[]
}

import type { Json, JsonObject } from '../../schema/json.ts'
import type { Source } from '../read-source.ts'

/** A part of a program, by its line. */
interface Declared {
  /** The variable that holds it. */
  readonly variable: string
  readonly line: number
}

/** A text of a program: expressions in it are written `{name}`. */
export interface ProgramText {
  readonly text: string
  readonly places: readonly string[]
}

export interface ProgramAgent extends Declared {
  readonly name: string
  readonly instructions: ProgramText | undefined
  readonly description: string | undefined
  readonly model: string | undefined
  readonly settings: JsonObject
  readonly output: Json | undefined
  /** The schema of its input, where the program names one. */
  readonly input?: JsonObject
  /** Variables, in order. */
  readonly tools: readonly ToolUse[]
  readonly handoffs: readonly string[]
  /** Members that no importer understands. */
  readonly others: readonly string[]
}

/** A tool that an agent names: a variable, or an agent used as one. */
export interface ToolUse {
  readonly variable: string
  readonly asTool?: { readonly name: string | undefined; readonly description: string | undefined }
}

export interface ProgramTool extends Declared {
  readonly name: string
  readonly description: string | undefined
  readonly parameters: JsonObject | undefined
  /** A tool that OpenAI runs, by its kind. */
  readonly hosted?: string
  readonly asksFirst: boolean
  /** Variables that its code calls functions with; an agent among them does its work. */
  readonly calledWith?: readonly string[]
}

export interface ProgramServer extends Declared {
  readonly label: string
  readonly url: string | undefined
}

/** A run of an agent in the program, with the conditions around it. */
export interface ProgramStep extends Declared {
  readonly conditions: readonly string[]
}

/** The declarations of a program of the Agents SDK. */
export interface AgentProgram {
  readonly source: Source
  readonly title: string | undefined
  readonly agents: readonly ProgramAgent[]
  readonly tools: readonly ProgramTool[]
  readonly servers: readonly ProgramServer[]
  readonly steps: readonly ProgramStep[]
  readonly state: JsonObject | undefined
  /** Parts that run as code: loops and questions to people. */
  readonly parts: readonly { readonly line: number; readonly what: 'loop' | 'approval' }[]
}

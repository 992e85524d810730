import type { Json, JsonObject } from '../schema/json.ts'
import type { IsUnknown, ValueOf } from './schema-types.ts'
import type { Tool, ToolSchema } from './tool.ts'

/** The properties an author wrote, meta fields included. */
type Properties<Schema> = Schema extends { readonly properties: infer P } ? P : Record<never, never>
type Required<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never
type Additional<Schema> = Schema extends { readonly additionalProperties: infer A } ? A : false
/** Names with a leading underscore are the system's, never parameters. */
type WithoutMeta<T> = { readonly [Key in keyof T as Key extends `_${string}` ? never : Key]: T[Key] }

/** The parameters' type in a Tool's schema, closed unless its author opened it. */
interface ParametersSchema<Schema> {
  readonly type: 'object'
  readonly properties: WithoutMeta<Properties<Schema>>
  readonly required: readonly Exclude<Required<Schema>, `_${string}`>[]
  readonly additionalProperties: Additional<Schema>
}

/** A Call's parameters, from the Tool's schema; any object where the schema is not known to the compiler. */
export type ParametersOf<Schema> =
  IsUnknown<Schema> extends true ? JsonObject : ValueOf<ParametersSchema<Schema>, Schema, true, JsonObject>

/** A Call as an Activity receives it: its parameters and the meta fields that apply to it. */
export type CallOf<Schema, Name extends string = string> = ParametersOf<Schema> & {
  readonly _tool: Name
  readonly _activity?: string
  readonly _module?: string
  readonly _imports?: readonly string[]
  readonly _outputPath?: string
  readonly _instance?: string
  readonly _reasoningForCall?: string
}

/** The result's type, from `_output` or `_result` in either form; any JSON value without one. */
export type ResultOf<Schema> =
  IsUnknown<Schema> extends true
    ? Json
    : Schema extends WithResult<infer Output>
      ? ValueOf<Output, Schema, false>
      : Properties<Schema> extends WithResult<infer Output>
        ? ValueOf<Output, Schema, false>
        : Json
type WithResult<Output> = { readonly _output: Output } | { readonly _result: Output }

/** A registered Tool, whatever the types of its Calls. */
export interface AnyToolHandle {
  readonly name: string
  /** As its author wrote it: the form in a tool Message. */
  readonly schema: ToolSchema
  readonly tool: Tool
  /** For the compiler alone, never there at run time. */
  readonly types?: { readonly call: unknown; readonly result: unknown }
}

/** A registered Tool that remembers the types of its Calls and results. */
export interface ToolHandle<Schema extends ToolSchema, Name extends string> extends AnyToolHandle {
  readonly name: Name
  readonly schema: Schema
  readonly types?: { readonly call: CallOf<Schema, Name>; readonly result: ResultOf<Schema> }
}

/** The type of a Call of a handle. */
export type HandleCall<Handle extends AnyToolHandle> = NonNullable<Handle['types']>['call']
/** The type of a result of a handle. */
export type HandleResult<Handle extends AnyToolHandle> = NonNullable<Handle['types']>['result']

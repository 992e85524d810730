import type { PlainMessage } from '../../idea/read-context.ts'
import type { Message } from '../../idea/message.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { ValueOf } from '../../tool/schema-types.ts'
import type { ActivityContext, ActivityFunction, ActivityOptions, RegisteredActivity } from '../../activity/activity.ts'
import type { AnyToolHandle, CallOf, HandleCall, HandleResult, ResultOf } from '../../tool/typed-tool.ts'
import type { Call } from '../loop/request.ts'

/**
 * The types of globally registered Tools, by declaration merging; they type `Activity.register` and the `Agent`
 * functions.
 */
export interface ToolSchemas {}

/** A program's context. */
export type GivenContext = readonly (Message | PlainMessage)[]
/** A registered Tool, by its name or its handle. */
export type ToolChoice = string | AnyToolHandle

/** A Call as a Request returns it: what an Activity would be given, and the result that the model wrote, if any. */
export type RequestedCall<Schema, Name extends string> = CallOf<Schema, Name> & {
  readonly _output?: ResultOf<Schema>
}

/** One Call for each Tool of a map by name, told apart by `_tool`. */
type CallsIn<Tools> = { [Name in keyof Tools & string]: RequestedCall<Tools[Name], Name> }[keyof Tools & string]

/** A tool Message's entry with the registered Tool that it refers to in its place. */
type Entry<Schema, Tools> = Schema extends { readonly $ref: `tool://${infer Name}` }
  ? Name extends keyof Tools
    ? Tools[Name]
    : unknown
  : Schema
type Entries<Map, Tools> = Map extends object ? CallsIn<{ [Name in keyof Map]: Entry<Map[Name], Tools> }> : never
type ContextCalls<Context, Tools> = Context extends readonly (infer Item)[]
  ? Item extends { readonly type: 'tool'; readonly tool: infer Map }
    ? Entries<Map, Tools>
    : never
  : never

type Chosen<Choice, Tools> = Choice extends string
  ? string extends Choice
    ? Call
    : Choice extends keyof Tools
      ? RequestedCall<Tools[Choice], Choice>
      : RequestedCall<unknown, Choice>
  : Choice extends { readonly name: infer Name extends string; readonly schema: infer Schema }
    ? RequestedCall<Schema, Name>
    : never
type RegisteredCalls<Tools, Choices> = Choices extends readonly (infer Choice)[]
  ? Chosen<Choice, Tools>
  : [keyof Tools] extends [never]
    ? Call
    : CallsIn<Tools>

/** Any Call, where some Tool may have any name. */
type Told<Calls> = [Calls] extends [never]
  ? never
  : string extends (Calls extends { readonly _tool: infer Name } ? Name : never)
    ? Call
    : Calls

/** The Calls that a Request may return: of the Tools that were chosen, else of all registered ones, and of its context. */
export type CallsOf<Tools, Context, Choices> = Told<RegisteredCalls<Tools, Choices> | ContextCalls<Context, Tools>>

/** The type of an output schema: a text without one, any JSON if unknown. */
export type OutputOf<Schema> = Schema extends undefined ? string : ValueOf<Schema, Schema, true, Json>

/** The same for values that are only read: a list that a function writes out has as many items as it has. */
type ReadOnly<Value> = [JsonObject] extends [Value]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> }
    : Value

/** An Activity's type. `Given` is its inferred result, at most `Result`: literals aren't widened to `string`. */
type Work<Call, Given> = (call: Call, context: ActivityContext) => Given | Promise<Given>

/** A Call of a Tool that the compiler does not know. */
type UntypedCall = JsonObject & { readonly _tool: string }

/** Registers the function that does a Tool's work: typed by the Tool's handle, by a name of `Tools`, else by the function itself. */
export interface RegisterActivity<Tools> {
  <Handle extends AnyToolHandle, const Given extends ReadOnly<HandleResult<Handle>>>(
    tool: Handle,
    run: Work<HandleCall<Handle>, Given>,
    options?: ActivityOptions,
  ): RegisteredActivity
  <const Name extends keyof Tools & string, const Given extends ReadOnly<ResultOf<Tools[Name]>>>(
    name: Name,
    run: Work<CallOf<Tools[Name], Name>, Given>,
    options?: ActivityOptions,
  ): RegisteredActivity
  <const Name extends string, C = UntypedCall>(
    name: Name extends keyof Tools ? never : Name,
    run: ActivityFunction<C>,
    options?: ActivityOptions,
  ): RegisteredActivity
}

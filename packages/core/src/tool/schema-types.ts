import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Json } from '../schema/json.ts'

/** The target of a pointer's path. */
type At<Node, Path extends string> = Path extends ''
  ? Node
  : Path extends `/${infer Name}/${infer Rest}`
    ? Name extends keyof Node
      ? At<Node[Name], `/${Rest}`>
      : unknown
    : Path extends `/${infer Name}`
      ? Name extends keyof Node
        ? Node[Name]
        : unknown
      : unknown

type Annotation = '$ref' | '$comment' | 'title' | 'description' | 'default' | 'examples' | 'deprecated'
/** Where several schemas describe one object, closing a part would refuse the others. */
type Part = 'allOf' | 'not' | 'if' | 'then' | 'else' | 'dependentSchemas'
type Opening =
  'additionalProperties' | 'unevaluatedProperties' | 'patternProperties' | 'anyOf' | 'oneOf' | '$ref' | Part

type IsClosed<Schema, Close> = Close extends true
  ? Schema extends { readonly properties: object }
    ? Extract<keyof Schema, Opening> extends never
      ? true
      : false
    : false
  : false
/** Whether the schema under a keyword is closed separately. */
type ClosesUnder<Schema, Keyword, Close> = Keyword extends Part
  ? false
  : Keyword extends 'anyOf' | 'oneOf'
    ? Schema extends { readonly properties: object }
      ? false
      : Close
    : true

/** Keywords next to a reference; object types are inferred only with an explicit type. */
type Rest<Schema> = Omit<Schema, '$ref'> &
  (Schema extends { readonly properties: object } ? { readonly type: 'object' } : unknown)

/** The schema with local references inlined, closed if `Close`. A recursive or foreign reference takes any value. */
export type Resolved<Schema, Root, Close extends boolean, Seen extends string = never> = unknown extends Schema
  ? true
  : string extends keyof Schema
    ? true
    : Schema extends { readonly $ref: infer Ref extends string }
      ? Ref extends Seen
        ? true
        : Ref extends `#${infer Path}`
          ? Exclude<keyof Schema, Annotation> extends never
            ? Resolved<At<Root, Path>, Root, Close, Seen | Ref>
            : {
                readonly allOf: readonly [
                  Resolved<At<Root, Path>, Root, false, Seen | Ref>,
                  Resolved<Rest<Schema>, Root, false, Seen>,
                ]
              }
          : true
      : Schema extends readonly unknown[]
        ? { readonly [Index in keyof Schema]: Resolved<Schema[Index], Root, Close, Seen> }
        : Schema extends object
          ? {
              readonly [Key in keyof Schema as Key extends '$defs' | 'definitions' ? never : Key]: Key extends
                'const' | 'enum' | 'required' | 'type' | 'default' | 'examples'
                ? Schema[Key]
                : Key extends 'properties' | 'patternProperties'
                  ? { readonly [Name in keyof Schema[Key]]: Resolved<Schema[Key][Name], Root, true, Seen> }
                  : Resolved<Schema[Key], Root, ClosesUnder<Schema, Key, Close> extends true ? true : false, Seen>
            } & (IsClosed<Schema, Close> extends true ? { readonly additionalProperties: false } : unknown)
          : Schema

/** True for a schema whose keys are not known to the compiler, such as one that was read from a file. */
export type IsUnknown<Schema> = string extends keyof Schema ? true : false

type Infer<Schema, Unknown> = Schema extends JSONSchema ? FromSchema<Schema> : Unknown

/** The values that fit a schema; `Unknown` where the compiler does not know the schema. */
export type ValueOf<Schema, Root, Close extends boolean, Unknown = Json> =
  IsUnknown<Schema> extends true ? Unknown : Infer<Resolved<Schema, Root, Close>, Unknown>

import type { KeywordFailure } from '../describe-issue.ts'
import type { Evaluated } from './evaluated.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from '../json.ts'
import { toPointer } from '../pointer.ts'

/** Judges a value by one schema or keyword. `seen` collects what was spoken of, where a schema around it asks. */
export type Judge = (value: Json, judging: Judging, seen: Evaluated | undefined) => boolean

/** A schema that is being turned into judges, and how the ones inside it are. */
export interface Site {
  readonly schema: JsonObject
  readonly pointer: Pointer
  readonly draft07: boolean
  /** The judge of a schema inside this one, made when it is first asked. */
  readonly inner: (schema: JsonSchema, ...segments: readonly (string | number)[]) => Judge
  /** The judge of the schema that `$ref` names. */
  readonly target: (reference: string) => Judge
}

/** One value being judged: where in it, and what was found wrong. */
export class Judging {
  readonly path: (string | number)[] = []
  readonly failures: KeywordFailure[] = []
  private silent = 0

  /** Judges a member of the value. */
  member(segment: string | number, judge: Judge, value: Json): boolean {
    this.path.push(segment)
    const fits = judge(value, this, undefined)
    this.path.pop()
    return fits
  }

  /** Judges without collecting reasons. */
  quietly(judge: Judge, value: Json, seen: Evaluated | undefined): boolean {
    this.silent++
    const fits = judge(value, this, seen)
    this.silent--
    return fits
  }

  get isQuiet(): boolean {
    return this.silent > 0
  }

  /** Always false, so that a judge can return it. */
  fail(
    site: Pick<Site, 'schema' | 'pointer'>,
    keyword: string,
    value: Json,
    params: KeywordFailure['params'] = {},
  ): false {
    if (this.isQuiet) return false
    const { schema, pointer } = site
    this.failures.push({
      keyword,
      instancePath: toPointer(this.path),
      schemaPath: `#${pointer}/${keyword}`,
      params,
      schema: schema[keyword],
      parentSchema: schema,
      data: value,
    })
    return false
  }
}

/** One row of a report: a place, and what to know and do about it. */
export interface ToldRow<Code extends string> {
  /** `agents.yaml#/writer/tools`, `agents.ts:12`, or `ideas/desk.json#/context/3/tool/get_ticket`. */
  readonly path: string
  readonly code: Code
  readonly values: { readonly [name: string]: string }
  readonly what: string
  readonly remedy: string
}

type Sentences<Code extends string> = { readonly [code in Code]: { readonly what: string; readonly remedy: string } }

const filled = (sentence: string, values: ToldRow<string>['values']): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))

/** Makes rows out of sentences by code; `{name}` in a sentence is a value. */
export const tellRows =
  <Code extends string>(sentences: Sentences<Code>) =>
  (path: string, code: Code, values: ToldRow<Code>['values'] = {}): ToldRow<Code> => {
    const { what, remedy } = sentences[code]
    return { path, code, values, what: filled(what, values), remedy: filled(remedy, values) }
  }

import { comment, pascal, schemaToTypeScript } from '../schema/typescript/to-typescript.ts'
import type { Tool } from './tool.ts'

/** A Tool as TypeScript: texts to read and to copy. */
export interface ToolTypeScript {
  /** The types of the Call and of its result, and the Activity's signature. */
  readonly types: string
  /** A stub file for `activities/`. */
  readonly stub: string
  /** Keywords that the types cannot say; a Call is judged by them all the same. */
  readonly lost: readonly string[]
}

const IMPORT = `import type { ActivityContext } from '@ensemble/core'`

interface Declarations {
  readonly types: string
  /** The Tool's description as a comment. */
  readonly title: string
  readonly lost: readonly string[]
}

const declarationsOf = (tool: Tool): Declarations => {
  const name = pascal(tool.name)
  const call = schemaToTypeScript(tool.parameters, name)
  const result = schemaToTypeScript(tool.output ?? true, `${name}Result`)
  const title = comment({ description: tool.description }, '')
  const types = [
    ...call.declarations,
    ...result.declarations,
    `${title}export type ${name}Call = ${call.type}`,
    `export type ${name}Result = ${result.type}`,
    `export type ${name}Activity = (call: ${name}Call, context: ActivityContext) => Promise<${name}Result>`,
  ].join('\n\n')
  return { types, title, lost: [...new Set([...call.lost, ...result.lost])] }
}

/** The signature of a Tool's Activity in TypeScript (docs/contract/protocol.md#activities): what it is called with and what it gives back. */
export const toTypeScript = (tool: Tool): ToolTypeScript => {
  const { types, title, lost } = declarationsOf(tool)
  const activity = tool.activity === undefined || tool.activity === '' ? tool.name : tool.activity
  return { types: `${IMPORT}\n\n${types}\n`, stub: stubOf(activity, pascal(tool.name), types, title), lost }
}

/** The signatures of several Tools' Activities as one file; `lost` is in the order of the Tools. */
export const toTypeScriptFile = (
  tools: readonly Tool[],
): { readonly text: string; readonly lost: readonly (readonly string[])[] } => {
  const each = tools.map(declarationsOf)
  return { text: `${[IMPORT, ...each.map(({ types }) => types)].join('\n\n')}\n`, lost: each.map(({ lost }) => lost) }
}

/** Words that name no function in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super switch this
  throw true try typeof var void while with yield`.split(/\s+/),
)

const stubOf = (activity: string, name: string, types: string, title: string): string => {
  const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(activity) && !RESERVED.has(activity)
  const lower = name.charAt(0).toLowerCase() + name.slice(1)
  const local = isName ? activity : RESERVED.has(lower) ? `${lower}Activity` : lower
  const renamed = isName
    ? ''
    : `\n// Registered under the name it is exported by.\nexport { ${local} as '${activity}' }\n`
  return `${IMPORT}

${types}

${title}${isName ? 'export ' : ''}async function ${local}(call: ${name}Call, context: ActivityContext): Promise<${name}Result> {
  context.log(\`${activity} was called with \${JSON.stringify(call)}\`)
  throw new Error('${activity} is not written yet')
}
${renamed}`
}

import { addProgram, schemaOfTool } from './agents-sdk/to-ideas.ts'
import type { Draft } from './draft.ts'
import { type Importer, at, atLine } from './importer.ts'
import { programOfLangGraph } from './langgraph/from-python.ts'
import { programOfLangGraphJs } from './langgraph/from-script.ts'
import type { Source } from './read-source.ts'
import { objectIn, textIn } from './values.ts'

const isSettings = ({ file, value }: Source): boolean =>
  file === 'langgraph.json' && Object.keys(objectIn(objectIn(value)['graphs'])).length > 0

const isPython = ({ file, text }: Source): boolean =>
  (file.endsWith('.py') || !file.includes('.')) &&
  /^\s*(?:from|import) (?:langgraph|langchain|deepagents)/m.test(text) &&
  /\b(?:create_(?:react_agent|agent|deep_agent|supervisor|tool_calling_agent|openai_functions_agent)\(|StateGraph\(|add_node\(|MessageGraph\()|^\s*@tool\b/m.test(
    text,
  )

const isScript = ({ file, text }: Source): boolean =>
  (/\.[cm]?[jt]sx?$/i.test(file) || !file.includes('.')) &&
  /from\s*["'](?:@langchain\/|langchain\b|deepagents\b)|require\(["'](?:@langchain\/|langchain\b)/.test(text) &&
  /\bcreate(?:ReactAgent|Agent|DeepAgent|Supervisor|ToolCallingAgent|OpenAIFunctionsAgent)\s*\(|\bStateGraph\b|\.addNode\(|\btool\(|\bDynamic(?:Structured)?Tool\(/.test(
    text,
  )

/** Agents, graphs and tools of LangChain and LangGraph in Python, JavaScript and TypeScript, and the file that names a project's graphs. */
export const langGraph: Importer = {
  program: 'LangGraph',
  takes: (source) => isSettings(source) || isPython(source) || isScript(source),
  read: (sources, draft) => {
    for (const source of sources) if (!isSettings(source)) readProgram(source, draft)
    for (const source of sources.filter(isSettings)) readSettings(source, sources, draft)
  },
}

const readProgram = (source: Source, draft: Draft): void => {
  const read = isPython(source) ? programOfLangGraph(source) : programOfLangGraphJs(source)
  if (read === undefined) return draft.report(source.path, 'broken', { reason: 'its code is cut or broken.' })
  const { program, others, unused } = read
  addProgram(program, draft)
  for (const { name, line } of others)
    draft.report(atLine(source, line), 'step', { name, type: 'function', program: 'LangGraph' })
  for (const tool of unused) {
    draft.addTool(tool.name, schemaOfTool(tool), atLine(source, tool.line))
    draft.report(atLine(source, tool.line), 'toolCode', { name: tool.name })
  }
}

/** `graphs` says where each graph is: `./src/agent.py:graph`. */
const readSettings = (source: Source, sources: readonly Source[], draft: Draft): void => {
  for (const [name, written] of Object.entries(objectIn(objectIn(source.value)['graphs']))) {
    const place = textIn(written) || textIn(objectIn(written)['path'])
    const file = (place.split(':')[0] ?? '').replace(/^\.\//, '')
    if (!sources.some(({ path }) => path === file || path.endsWith(`/${file}`)))
      draft.report(at(source, 'graphs', name), 'graphElsewhere', { name, file })
  }
}

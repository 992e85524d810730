import { programInPython } from './agents-sdk/from-python.ts'
import { programInScript } from './agents-sdk/from-script.ts'
import { addProgram } from './agents-sdk/to-ideas.ts'
import type { Importer } from './importer.ts'
import type { Source } from './read-source.ts'

const isScript = ({ file, text }: Source): boolean =>
  (/\.[cm]?[jt]sx?$/i.test(file) || /^\s*import\s.+from/m.test(text)) &&
  /@openai\/agents|agent-builder/.test(text) &&
  /\bAgent(?:\.create)?\s*(?:<[^>]*>)?\(/.test(text)

const isPython = ({ file, text }: Source): boolean =>
  (file.endsWith('.py') || !file.includes('.')) &&
  /^\s*(?:from agents(?:\.\w+)* import|import agents\b)/m.test(text) &&
  /\bAgent(?:\[[^\]]*\])?\(/.test(text)

/** Agents of OpenAI's Agents SDK, as people write them and as Agent Builder exports them. */
export const agentsSdk: Importer = {
  program: 'OpenAI Agents SDK',
  takes: (source) => isScript(source) || isPython(source),
  read: (sources, draft) => {
    for (const source of sources) {
      const program = isPython(source) ? programInPython(source) : programInScript(source)
      if (program === undefined) draft.report(source.path, 'broken', { reason: 'its code is cut or broken.' })
      else addProgram(program, draft)
    }
  },
}

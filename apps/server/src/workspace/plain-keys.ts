import { type Json, type Problem, isObject } from '@ensemble/core'
import { escapePointer } from '@ensemble/core/host'

/** Keys and tokens as their issuers write them: OpenAI and others, Google, xAI, Groq, Hugging Face, GitHub, AWS, JWT. */
const KEY =
  /\b(?:sk-[\w-]{16,}|AIza[\w-]{30,}|xai-\w{20,}|gsk_\w{20,}|hf_\w{20,}|gh[pousr]_\w{30,}|(?:AKIA|ASIA)[0-9A-Z]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,})/
/** Members of an endpoint whose text is a key, whatever it looks like; headers and parameters of such names are refused. */
const NAME = /^(?:(?:api|access|secret)[-_]?key|(?:auth|access|api)[-_]?token|token|secret|password|authorization)$/i
const REFERENCE = /secret:\/\/[A-Za-z]/

/** Keys that are written openly into ensemble.json, which git and every copy of the folder then hold. */
export const plainKeyProblems = (manifest: Json): readonly Problem[] => {
  const found: Problem[] = []
  const look = (value: Json, path: readonly string[]): void => {
    if (Array.isArray(value)) return value.forEach((item: Json, index) => look(item, [...path, String(index)]))
    if (isObject(value)) return Object.entries(value).forEach(([name, member]) => look(member ?? null, [...path, name]))
    if (typeof value !== 'string' || REFERENCE.test(value)) return
    const isNamed = path[0] === 'endpoints' && path.length > 2 && value !== '' && NAME.test(path.at(-1) ?? '')
    if (!isNamed && !KEY.test(value)) return
    found.push({
      code: 'secret.plain',
      severity: 'warning',
      message: `${path.join('.')} in ensemble.json holds a key openly. Write secret://NAME in its place, give the key in Settings, and replace it where it was issued if the file was shared.`,
      path: path.map((name) => `/${escapePointer(name)}`).join(''),
      file: 'ensemble.json',
    })
  }
  look(manifest, [])
  return found
}

import type { Problem } from '@ensemble/core'
import { t } from '../../platform/i18n/commands.ts'
import { newIdea } from '../edits/intents.ts'
import { nameFault } from '../texts/files.ts'

export type Fix = NonNullable<Problem['fix']>

/** A module that leads nowhere can be made where its name allows it. */
function createMissing({ code, message }: Problem): Fix | undefined {
  const name = code === 'module.unresolved' ? /idea:\/\/([A-Za-z][\w-]*)/u.exec(message)?.[1] : undefined
  if (name === undefined || nameFault(name, []) !== null) return undefined
  const { file, text } = newIdea(name, name)
  return { title: t('command.createIdea', { name }), edits: [{ file, offset: 0, length: 0, text: text ?? '' }] }
}

/** All one-click fixes of a problem, the likeliest first: the same wherever the problem shows. */
export const fixesOf = (problem: Problem): readonly Fix[] =>
  [problem.fix, createMissing(problem)].filter((fix) => fix !== undefined)

const keyOf = ({ file, code, message, tool }: Problem): string => [file, code, message, tool].join('\n')

/** `problems` with the fixes of the same findings in the text, whose places are more exact. */
export function diagnosedFixes(problems: readonly Problem[], diagnosed: readonly Problem[]): readonly Problem[] {
  const known = new Map<string, Problem[]>()
  for (const problem of diagnosed) known.set(keyOf(problem), [...(known.get(keyOf(problem)) ?? []), problem])
  return problems.map((problem) => {
    const same = known.get(keyOf(problem))
    const { fix } = same?.find(({ path }) => path.startsWith(problem.path)) ?? same?.[0] ?? {}
    return problem.fix !== undefined || fix === undefined ? problem : { ...problem, fix }
  })
}

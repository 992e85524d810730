import { EnsembleError } from '@ensemble/core'
import { hasOwn, nearestName } from '@ensemble/core/host'
import { codes } from '../../../../docs/errors/codes.mjs'
import { print } from './own-output.ts'

const WHERE = {
  call: 'a refused or failed Call',
  run: 'a Run that failed',
  problem: 'a Problem on a file',
  api: 'an answer of the API or a line in the terminal',
} as const

/** Prints what an error code means and what to do. Throws EnsembleError `usage` for a code that there is not. */
export const explainCommand = ({ code, json = false }: { readonly code: string; readonly json?: boolean }): number => {
  const entry = hasOwn(codes, code) ? codes[code] : undefined
  if (entry === undefined) {
    const all = Object.keys(codes)
    const holding = all.filter((each) => each.toLowerCase().includes(code.toLowerCase()))
    const near = holding.length > 0 ? holding : [nearestName(code, all) ?? []].flat()
    const hint =
      near.length === 0 ? 'all of them are in docs/errors/README.md' : `there is ${near.slice(0, 8).join(', ')}`
    throw new EnsembleError('usage', `There is no error code "${code}"; ${hint}.`)
  }
  if (json) print(JSON.stringify({ code, ...entry }, null, 2))
  else {
    print(`${code}\n\n${entry.means}\n\nWhat to do: ${entry.remedy}\n`)
    print(`It shows as ${entry.where.map((place) => WHERE[place]).join(', ')}.`)
  }
  return 0
}

import { EnsembleError, type Journal } from '@ensemble/core'
import type { EnsembleOptions } from './ensemble.ts'

const JOURNAL = [
  'create',
  'lease',
  'append',
  'publish',
  'signal',
  'inbox',
  'read',
  'tail',
] as const satisfies readonly (keyof Journal)[]
const BODIES = ['put', 'get'] as const
const RUNS = ['get', 'list', 'remove'] as const

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const shown = (value: unknown): string => (value === null ? 'null' : typeof value)

const invalid = (message: string): EnsembleError => new EnsembleError('settings.invalid', message)

/** Functions that a value lacks, each with its place. */
const lacking = (value: unknown, names: readonly string[], place = ''): readonly string[] =>
  names.filter((name) => !isObject(value) || typeof value[name] !== 'function').map((name) => `${place}${name}`)

const checkJournal = (journal: unknown): void => {
  if (journal === undefined) return
  if (!isObject(journal)) throw invalid(`The option \`journal\` is ${shown(journal)}, not a Journal.`)
  const { bodies, runs } = journal
  const lost = [...lacking(journal, JOURNAL), ...lacking(bodies, BODIES, 'bodies.'), ...lacking(runs, RUNS, 'runs.')]
  if (lost.length > 0)
    throw invalid(
      `The option \`journal\` is not a Journal: it lacks ${lost.join(', ')}. createMemoryJournal() makes one.`,
    )
}

/** Faults that types would catch. Throws EnsembleError `settings.invalid` with one sentence that names the option. */
export const checkOptions = (options: EnsembleOptions): void => {
  const given: unknown = options
  if (!isObject(given))
    throw invalid(
      `createEnsemble needs its options as an object with the option \`workspace\`; it got ${shown(given)}.`,
    )
  const { workspace, journal, activities, model, profile, environment } = given
  if (typeof workspace !== 'string' || workspace === '')
    throw invalid(
      `The option \`workspace\` must be the folder of a workspace, such as "."; it is ${workspace === '' ? 'empty' : shown(workspace)}.`,
    )
  checkJournal(journal)
  for (const [name, value] of Object.entries({ activities, environment }))
    if (value !== undefined && !isObject(value))
      throw invalid(`The option \`${name}\` must be an object; it is ${shown(value)}.`)
  if (model !== undefined && lacking(model, ['ask']).length > 0)
    throw invalid('The option `model` is not a Model: it lacks ask. createOpenAiModel() makes one.')
  if (profile !== undefined && typeof profile !== 'string')
    throw invalid(`The option \`profile\` must be a name; it is ${shown(profile)}.`)
}

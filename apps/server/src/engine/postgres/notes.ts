import type { Run } from '@ensemble/core'
import type { RunScore } from '@ensemble/core/journal'
import { unknownRun } from '../journal-errors.ts'
import type { WorkspaceJournal } from '../workspace-journal.ts'
import type { PostgresParts } from './postgres-parts.ts'
import { IS_NOTED, RUN_COLUMNS, type RunColumns, withNotes } from './postgres-types.ts'
import { vectorOf } from './run-writes.ts'

/** `jsonb` refuses NUL. */
const storable = (scores: readonly RunScore[]): string =>
  JSON.stringify(scores, (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value))

/** Notes of people about Runs, and scores. */
export const createNotes = ({
  database,
  shown,
  announce,
}: PostgresParts): Pick<WorkspaceJournal, 'annotate' | 'score' | 'scores' | 'labels'> => {
  const { query } = database
  const changed = async (run: string, row: RunColumns | undefined): Promise<Run> => {
    if (row === undefined) throw unknownRun(run)
    const noted = withNotes(row)
    await query('update runs set words = $2::tsvector where id = $1', [run, await vectorOf(query, noted)])
    const after = shown(noted)
    announce(after, [])
    return after
  }
  return {
    annotate: async (run, { star, labels, note }) => {
      const [row] = await query<RunColumns>(
        `update runs set star = $2, labels = $3, note = $4 where id = $1 returning ${RUN_COLUMNS}`,
        [run, star, labels, note],
      )
      return changed(run, row)
    },
    score: async (run, by, score) => {
      const row = await database.transaction(async (within) => {
        const [before] = await within<Pick<RunColumns, 'scores'>>('select scores from runs where id = $1 for update', [
          run,
        ])
        const others = before?.scores.filter((other) => other.by !== by) ?? []
        const scores = storable([...others, ...(score === null ? [] : [score])])
        const [after] = await within<RunColumns>(`update runs set scores = $2 where id = $1 returning ${RUN_COLUMNS}`, [
          run,
          scores,
        ])
        return after
      })
      return changed(run, row)
    },
    scores: async (idea) => {
      const rows = await query<Pick<RunColumns, 'scores'>>(
        `select scores from runs where ${IS_NOTED} and scores <> '[]' and ($1::text is null or idea = $1) order by n`,
        [idea ?? null],
      )
      return rows.map(({ scores }) => scores)
    },
    labels: async () => {
      const rows = await query<{ readonly label: string }>(
        `select distinct label from runs, unnest(labels) as label where ${IS_NOTED} order by label`,
      )
      return rows.map(({ label }) => label)
    },
  }
}

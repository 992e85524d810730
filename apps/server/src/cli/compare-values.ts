import type { Json } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import {
  type AlignedSpan,
  type Change,
  type FieldChange,
  type TraceLog,
  changedFields,
  spanDetail,
} from '@ensemble/core/trace'

/** One of the two Runs, and a way to read its separately stored values. */
export interface Side {
  readonly log: TraceLog
  readonly whole: (value: Stored<Json> | undefined) => Promise<Json | undefined>
}

/** One kind of difference between two spans, and every field of it. */
export interface ChangedPart {
  readonly change: Change
  readonly fields: readonly FieldChange[]
}

/** One side of a change: a Journal value as JSON, or the hash of one stored separately. */
const valueOf = async ({ log, whole }: Side, id: string | undefined, change: Change): Promise<Json | undefined> => {
  const detail = id === undefined ? undefined : spanDetail(log, id)
  if (detail === undefined) return undefined
  switch (change) {
    case 'status':
      return detail.span.error === undefined
        ? detail.span.status
        : `${detail.span.status}: ${detail.span.error.message}`
    case 'parameters':
      return whole(detail.input)
    case 'prompt':
      return whole(detail.modelSaw?.messages as Stored<Json> | undefined)
    case 'tools': {
      const { schema, tools } = detail.modelSaw ?? {}
      return { schema: (await whole(schema as Stored<Json> | undefined)) ?? null, tools: (tools ?? null) as Json }
    }
    case 'answer':
      return whole(detail.modelAnswered?.output as Stored<Json> | undefined)
    case 'files':
      return [(await whole(detail.input)) ?? null, (await whole(detail.result)) ?? null]
    case 'result':
      return whole(detail.result)
    case 'added':
    case 'missing':
      return undefined
  }
}

/** Every field in which an aligned span differs, by kind of difference. */
export const changedParts = (row: AlignedSpan, ours: Side, theirs: Side): Promise<readonly ChangedPart[]> =>
  Promise.all(
    row.changes.map(async (change) => ({
      change,
      fields: changedFields(await valueOf(ours, row.left?.id, change), await valueOf(theirs, row.right?.id, change)),
    })),
  )

import { randomUUID } from 'node:crypto'
import { EnsembleError, type Json } from '@ensemble/core'
import { redactJson } from '@ensemble/core/host'
import type { Query } from './postgres-database.ts'

/** A question to another process, by a name that its answerer knows. */
export interface Asked {
  readonly name: string
  readonly values: readonly unknown[]
}

/** A refusal as it travels. */
interface Refusal {
  readonly code: string
  readonly message: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}
type Answer = { readonly value: unknown } | { readonly refusal: Refusal }

/** The other processes that record here, asked by rows that a message names. */
export interface OtherProcesses {
  /** Unfinished Runs that no living process holds, the oldest first. */
  free(limit: number): Promise<readonly string[]>
  /** The living process that holds the Run; undefined where that is this one, or none. */
  holderOf(run: string): Promise<string | undefined>
  /** The other living processes. */
  others(): Promise<readonly string[]>
  /** Rejects as the other process does, or with `engine.lease` where it does not answer. */
  ask(holder: string, asked: Asked): Promise<unknown>
  /** Answers the questions to this process from now on. */
  answerWith(answer: (asked: Asked) => Promise<unknown>): void
}

export interface Asks extends Omit<OtherProcesses, 'free'> {
  /** A message arrived that names a question to this process, or the answer to one that it asked. */
  readonly heard: (kind: 'ask' | 'answer', id: string) => void
}

/** A process that lives answers well before it counts as dead. */
const WAIT_MS = 10_000

const LIVES = 'alive_until > clock_timestamp()'

const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof EnsembleError)) return { code: 'internal', message: String(error) }
  const { errors } = error.options
  return { code: error.code, message: error.message, ...(errors && { errors }) }
}

export interface AsksOptions {
  readonly query: Query
  /** This process. */
  readonly own: string
  readonly tell: (kind: 'ask' | 'answer', id: string) => void
  readonly redact: (text: string) => string
}

export const createAsks = ({ query, own, tell, redact }: AsksOptions): Asks => {
  const waiting = new Map<string, () => void>()
  let answering: (asked: Asked) => Promise<unknown> = () =>
    Promise.reject(new EnsembleError('engine.lease', 'This process takes no questions.'))

  const answer = async (id: string): Promise<void> => {
    const [row] = await query<{ readonly question: string }>(
      'select question from asks where id = $1 and holder = $2',
      [id, own],
    )
    if (row === undefined) return
    const given: Answer = await answering(JSON.parse(row.question) as Asked).then(
      (value) => ({ value: redactJson((value ?? null) as Json, redact) }), // JSON, as its asker parses it
      (error: unknown) => ({ refusal: refusalOf(error) }),
    )
    await query('update asks set answer = $2 where id = $1', [id, JSON.stringify(given)])
    tell('answer', id)
  }
  return {
    heard: (kind, id) => {
      if (kind === 'answer') waiting.get(id)?.()
      // Where Postgres is away, the one who asks learns of it by itself.
      else void answer(id).catch(() => undefined)
    },
    holderOf: async (run) => {
      const [row] = await query<{ readonly holder: string }>(
        `select holder from runs join holders on holders.id = holder where runs.id = $1 and holder <> $2 and ${LIVES}`,
        [run, own],
      )
      return row?.holder
    },
    others: async () => {
      const rows = await query<{ readonly id: string }>(`select id from holders where id <> $1 and ${LIVES}`, [own])
      return rows.map(({ id }) => id)
    },
    ask: async (holder, asked) => {
      const question = JSON.stringify(asked)
      // It would be written to a table, and arrive without the secret.
      if (redact(question) !== question)
        throw new EnsembleError(
          'approval.invalid',
          'This decision holds a secret, and another process runs the Call: decide on the server of that process.',
        )
      const id = randomUUID()
      const answered = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WAIT_MS)
        waiting.set(id, () => {
          clearTimeout(timer)
          resolve()
        })
      })
      try {
        await query('insert into asks (id, holder, question) values ($1, $2, $3)', [id, holder, question])
        tell('ask', id)
        await answered
        const [row] = await query<{ readonly answer: string | null }>(
          'delete from asks where id = $1 returning answer',
          [id],
        )
        const given = row?.answer == null ? undefined : (JSON.parse(row.answer) as Answer)
        if (given === undefined)
          throw new EnsembleError('engine.lease', 'The process that holds the run does not answer: try again.')
        if ('value' in given) return given.value
        const { code, message, errors } = given.refusal
        throw new EnsembleError(code, message, errors && { errors })
      } finally {
        waiting.delete(id)
      }
    },
    answerWith: (answer) => {
      answering = answer
    },
  }
}

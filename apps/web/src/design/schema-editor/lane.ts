import type { Problem } from '@ensemble/core'
import { foundIn } from '../../document/graph/found-in.ts'
import type { FileRecord } from '../../document/texts/document.ts'
import { ideaNameOf, toolNameOf } from '../../document/texts/files.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Language, Surround } from './language.ts'
import { textMessage } from './text-message.ts'
import type { Question, Reply, TextChange } from './validator-worker.ts'

/** A text that keeps a worker busy for longer than this is given up; the page never waited for it. */
const DEADLINE_MS = 8000

const FINDS_PROBLEMS: ReadonlySet<keyof Language> = new Set(['diagnose', 'schemas', 'syntax'])

interface Waiting {
  readonly method: keyof Language
  readonly asked: unknown
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
  /** The texts as the worker had them. */
  files: ReadonlyMap<string, FileRecord>
}

/** A worker of the language and the questions it has not answered yet; it sees the texts as they are typed. */
export interface Lane {
  readonly ask: (method: keyof Language, asked: unknown) => Promise<unknown>
}

export function createLane(): Lane {
  let worker: Worker | null = null
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: ReadonlyMap<string, FileRecord> = new Map()
  let knownSurround: Surround | null = null
  /** The text that the worker was asked about last. */
  let askedText: string | undefined
  const waiting = new Map<number, Waiting>()

  /** Questions are answered in order, so the first that waits is the one that is being worked on. */
  const watch = (): void => {
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(giveUp, DEADLINE_MS)
  }

  const send = (id: number, question: Waiting): void => {
    const { method, asked } = question
    worker ??= start()
    const { files } = documentStore.getState()
    question.files = files
    const { surroundings } = sessionStore.getState()
    const message: Question = {
      id,
      method,
      ...asSent(asked),
      changes: changesSince(known, files),
      ...(surroundings !== knownSurround && { surround: surroundings }),
    }
    known = files
    knownSurround = surroundings
    worker.postMessage(message)
  }

  /** A question as it is sent: a long text that was asked about before goes as what changed in it. */
  const asSent = (asked: unknown): Pick<Question, 'asked' | 'about'> => {
    if (!hasText(asked)) return { asked }
    const { text, ...rest } = asked
    const about = textMessage(askedText, text)
    askedText = text
    return { asked: rest, about }
  }

  const start = (): Worker => {
    const made = new Worker(new URL('./validator-worker.ts', import.meta.url), {
      type: 'module',
      name: 'validator-worker',
    })
    made.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const answered = waiting.get(data.id)
      waiting.delete(data.id)
      watch()
      if (data.ok && answered !== undefined && FINDS_PROBLEMS.has(answered.method))
        // These methods answer with problems.
        foundIn(data.answer as readonly Problem[], (file) => answered.files.get(file)?.text ?? null)
      if (data.ok) answered?.resolve(data.answer)
      else answered?.reject(new Error(data.reason))
    })
    return made
  }

  const giveUp = (): void => {
    worker?.terminate()
    worker = null
    known = new Map()
    knownSurround = null
    askedText = undefined
    const [culprit, ...others] = waiting
    waiting.clear()
    for (const [id, question] of others) {
      waiting.set(id, question)
      send(id, question)
    }
    watch()
    culprit?.[1].reject(new Error('This text takes too long to check.'))
  }

  return {
    ask: (method, asked) =>
      new Promise((resolve, reject) => {
        const id = next
        next += 1
        const question = { method, asked, resolve, reject, files: known }
        waiting.set(id, question)
        if (waiting.size === 1) watch()
        send(id, question)
      }),
  }
}

const hasText = (asked: unknown): asked is { readonly text: string } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'

function changesSince(before: ReadonlyMap<string, FileRecord>, after: ReadonlyMap<string, FileRecord>): TextChange[] {
  const changes: TextChange[] = []
  for (const [file, record] of after) {
    const { text } = record
    const old = before.get(file)
    if (old === record || (old?.text ?? null) === text) continue
    const idea = ideaNameOf(file)
    const name = idea ?? toolNameOf(file)
    const folder = idea === null ? 'tools' : 'ideas'
    if (name !== null) changes.push({ folder, name, text: text === null ? null : textMessage(old?.text, text) })
  }
  return changes
}

import type { FileRecord } from '../document/document.ts'
import { ideaNameOf, toolNameOf } from '../document/files.ts'
import { documentStore } from '../stores/document.ts'
import { sessionStore } from '../stores/session.ts'
import type { Language, Surround } from './language.ts'
import type { Question, Reply, TextChange } from './validator-worker.ts'

export type Method = keyof Language
export type Asked<M extends Method> = Parameters<Language[M]>[0]
export type Answer<M extends Method> = Awaited<ReturnType<Language[M]>>

/** A text that keeps the worker busy for longer than this is given up; the page never waited for it. */
const DEADLINE_MS = 8000

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
  readonly timer: ReturnType<typeof setTimeout>
}

let worker: Worker | null = null
let next = 0
let known: ReadonlyMap<string, FileRecord> = new Map()
let knownSurround: Surround | null = null
const waiting = new Map<number, Waiting>()

function settle(reply: Reply): void {
  const asked = waiting.get(reply.id)
  if (asked === undefined) return
  clearTimeout(asked.timer)
  waiting.delete(reply.id)
  if (reply.ok)
    asked.resolve(reply.answer as never) // ask() pairs the method with its answer
  else asked.reject(new Error(reply.reason))
}

function stop(reason: string): void {
  worker?.terminate()
  worker = null
  known = new Map()
  knownSurround = null
  for (const id of waiting.keys()) settle({ id, ok: false, reason })
}

function start(): Worker {
  const made = new Worker(new URL('./validator-worker.ts', import.meta.url), {
    type: 'module',
    name: 'validator-worker',
  })
  made.addEventListener('message', ({ data }: MessageEvent<Reply>) => settle(data))
  return made
}

function changesSince(before: ReadonlyMap<string, FileRecord>, after: ReadonlyMap<string, FileRecord>): TextChange[] {
  const changes: TextChange[] = []
  for (const [file, record] of after) {
    const { text } = record
    const old = before.get(file)
    if (old === record || (old?.text ?? null) === text) continue
    const idea = ideaNameOf(file)
    const name = idea ?? toolNameOf(file)
    if (name !== null) changes.push({ folder: idea === null ? 'tools' : 'ideas', name, text })
  }
  return changes
}

/**
 * Asks the worker that knows the language of Ideas and Tools, and may compile schemas. It sees the texts as they are
 * typed. Rejects where a text keeps it busy for too long: then it starts anew with the next question.
 */
export function ask<M extends Method>(method: M, asked: Asked<M>): Promise<Answer<M>> {
  worker ??= start()
  const id = next
  next += 1
  const { files } = documentStore.getState()
  const { surroundings } = sessionStore.getState()
  const question: Question = {
    id,
    method,
    asked,
    changes: changesSince(known, files),
    ...(surroundings !== knownSurround && { surround: surroundings }),
  }
  known = files
  knownSurround = surroundings
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => stop('This text takes too long to check.'), DEADLINE_MS)
    waiting.set(id, { resolve, reject, timer })
    worker?.postMessage(question)
  })
}

/** Asks at most one question at a time; of those that arrive meanwhile only the newest is asked. */
export function latest<M extends Method>(
  method: M,
  onAnswer: (answer: Answer<M>) => void,
  onFailure: (reason: string) => void,
): (asked: Asked<M>) => void {
  let isBusy = false
  let newest: { readonly asked: Asked<M> } | null = null
  const send = (asked: Asked<M>): void => {
    isBusy = true
    void ask(method, asked)
      .then(
        (answer) => {
          if (newest === null) onAnswer(answer)
        },
        (error: unknown) => onFailure(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        isBusy = false
        const following = newest
        newest = null
        if (following !== null) send(following.asked)
      })
  }
  return (asked) => {
    if (isBusy) newest = { asked }
    else send(asked)
  }
}

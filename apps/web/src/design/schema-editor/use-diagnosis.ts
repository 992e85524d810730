import type { Problem } from '@ensemble/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaNameOf, toolNameOf } from '../../document/texts/files.ts'
import { diagnosisStore, type Diagnosis } from './diagnosis.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { latest } from './ask.ts'
import { moved, type Found } from './moved-problems.ts'

const filesOf = (document: Document) => document.files
const surroundingsOf = (session: Session) => session.surroundings
const diagnosisOf = (diagnosis: Diagnosis): Diagnosis => diagnosis
const NONE: readonly Problem[] = []

const textOf = (file: string): string | null => documentStore.getState().files.get(file)?.text ?? null

const validOf = (file: string): string | null => documentStore.getState().files.get(file)?.valid ?? null

interface Asked {
  readonly files: Document['files']
  readonly surroundings: Session['surroundings']
  readonly portability: boolean
}

const sameTexts = (a: Document['files'], b: Document['files']): boolean =>
  a === b || (a.size === b.size && [...a].every(([file, { text }]) => b.get(file)?.text === text))

/** The last findings in a file, and whether they match its current text: only then do their ranges. */
export interface FileDiagnosis {
  readonly problems: readonly Problem[]
  readonly isCurrent: boolean
}

/** The problems of a file's text, found again with every change. */
export function useDiagnosis(file: string, portability = false): FileDiagnosis {
  const files = useStore(documentStore, filesOf)
  const surroundings = useStore(sessionStore, surroundingsOf)
  const diagnosis = useStore(diagnosisStore, diagnosisOf)
  const text = files.get(file)?.text ?? null
  const last = useRef<Asked | null>(null)
  const [send] = useState(() => createAsker(file))

  useEffect(() => {
    if (text === null) return
    const asked = { files, surroundings, portability }
    const before = last.current
    last.current = asked
    // A save changes no text, and an answer of half a second ago holds.
    if (before?.surroundings === surroundings && before.portability === portability && sameTexts(before.files, files))
      return
    const idea = ideaNameOf(file)
    const name = idea ?? toolNameOf(file) ?? ''
    send({ type: idea === null ? 'tool' : 'idea', name, portability })
  }, [files, surroundings, file, text, portability, send])

  useEffect(() => () => void (last.current = null), [file])
  useEffect(() => () => diagnosisStore.setState({ file: null, text: null, problems: NONE }, true), [file])

  const problems = diagnosis.file === file ? diagnosis.problems : NONE
  return { problems, isCurrent: diagnosis.file === file && diagnosis.text === text }
}

interface Target {
  readonly type: 'idea' | 'tool'
  readonly name: string
  readonly portability: boolean
}

/** Asks what is wrong in a file's text as it is now, and shows each answer that nothing newer has overtaken. */
function createAsker(file: string): (target: Target) => void {
  let asked: string | null = null
  let askedSyntax: string | null = null
  /** The last text that was JSON, with all that was found in it. */
  let sound: Found | null = null
  const show = (text: string | null, found: readonly Problem[]): void => {
    if (text === null) return
    // A text that isn't JSON shows only that; earlier findings stay until it is JSON again.
    const isSound = !found.some(({ code }) => code.endsWith('.json'))
    if (isSound) sound = { text, problems: found }
    const problems = isSound || sound === null ? found : [...found, ...moved(sound, text)]
    diagnosisStore.setState({ file, text, problems }, true)
  }
  const syntax = latest(
    'syntax',
    (found) => {
      if (found.length > 0 && askedSyntax === textOf(file)) show(askedSyntax, found)
    },
    () => undefined,
  )
  const everything = latest(
    'diagnose',
    (problems) => show(asked, problems),
    (reason) => show(asked, [tooSlow(file, reason)]),
  )
  return (target) => {
    asked = textOf(file)
    // Where it stops being JSON is known before everything else is.
    if (asked !== null && asked !== validOf(file)) {
      askedSyntax = asked
      syntax(target)
    }
    everything(target)
  }
}

const tooSlow = (file: string, message: string): Problem => ({
  code: 'schema.tooSlow',
  severity: 'warning',
  message,
  path: '',
  file,
  range: [0, 1],
})

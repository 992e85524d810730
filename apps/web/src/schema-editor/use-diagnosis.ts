import type { Problem } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../document/document.ts'
import { ideaNameOf, toolNameOf } from '../document/files.ts'
import { diagnosisStore, type Diagnosis } from '../stores/diagnosis.ts'
import { documentStore } from '../stores/document.ts'
import { sessionStore, type Session } from '../stores/session.ts'
import { latest } from './ask.ts'

const filesOf = (document: Document) => document.files
const surroundingsOf = (session: Session) => session.surroundings
const diagnosisOf = (diagnosis: Diagnosis): Diagnosis => diagnosis
const NONE: readonly Problem[] = []

const textOf = (file: string): string | null => documentStore.getState().files.get(file)?.text ?? null

/** What was found last in a file, and whether that holds for its text as it is now: only then do its ranges. */
export interface FileDiagnosis {
  readonly problems: readonly Problem[]
  readonly isCurrent: boolean
}

/** What is wrong in a file's text, found anew with every change. */
export function useDiagnosis(file: string, portability = false): FileDiagnosis {
  const files = useStore(documentStore, filesOf)
  const surroundings = useStore(sessionStore, surroundingsOf)
  const diagnosis = useStore(diagnosisStore, diagnosisOf)
  const text = files.get(file)?.text ?? null
  const [send] = useState(() => {
    let asked: string | null = null
    const request = latest(
      'diagnose',
      (problems) => diagnosisStore.setState({ file, text: asked, problems }, true),
      (reason) => diagnosisStore.setState({ file, text: asked, problems: [tooSlow(file, reason)] }, true),
    )
    return (target: { type: 'idea' | 'tool'; name: string; portability: boolean }): void => {
      asked = textOf(file)
      request(target)
    }
  })

  useEffect(() => {
    if (text === null) return
    const idea = ideaNameOf(file)
    const name = idea ?? toolNameOf(file) ?? ''
    send({ type: idea === null ? 'tool' : 'idea', name, portability })
  }, [files, surroundings, file, text, portability, send])

  useEffect(() => () => diagnosisStore.setState({ file: null, text: null, problems: NONE }, true), [file])

  const problems = diagnosis.file === file ? diagnosis.problems : NONE
  return { problems, isCurrent: diagnosis.file === file && diagnosis.text === text }
}

const tooSlow = (file: string, message: string): Problem => ({
  code: 'schema.tooSlow',
  severity: 'warning',
  message,
  path: '',
  file,
  range: [0, 1],
})

import type { Problem } from '@ensemble/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../document/document.ts'
import { ideaNameOf, toolNameOf } from '../document/files.ts'
import { textsOf } from '../document/graph.ts'
import { diagnosisStore, type Diagnosis } from '../stores/diagnosis.ts'
import { documentStore } from '../stores/document.ts'
import { sessionStore, type Session } from '../stores/session.ts'
import { diagnose } from './diagnose.ts'

const filesOf = (document: Document) => document.files
const surroundingsOf = (session: Session) => session.surroundings
const diagnosisOf = (diagnosis: Diagnosis): Diagnosis => diagnosis
const NONE: readonly Problem[] = []

/** What is wrong in a file's text as it is now; empty for the moment in which that is being found out. */
export function useDiagnosis(file: string): readonly Problem[] {
  const files = useStore(documentStore, filesOf)
  const surroundings = useStore(sessionStore, surroundingsOf)
  const diagnosis = useStore(diagnosisStore, diagnosisOf)
  const text = files.get(file)?.text ?? null

  useEffect(() => {
    if (text === null) return undefined
    let isCurrent = true
    const idea = ideaNameOf(file)
    const name = idea ?? toolNameOf(file) ?? ''
    const target = { type: idea === null ? ('tool' as const) : ('idea' as const), name }
    const { lint, ...known } = surroundings
    void diagnose({ files: { ...textsOf(files, 'typed'), ...known }, lint, target }).then((problems) => {
      if (isCurrent) diagnosisStore.setState({ file, text, problems }, true)
    })
    return () => {
      isCurrent = false
    }
  }, [files, surroundings, file, text])

  useEffect(() => () => diagnosisStore.setState({ file: null, text: null, problems: NONE }, true), [file])

  return diagnosis.file === file && diagnosis.text === text ? diagnosis.problems : NONE
}

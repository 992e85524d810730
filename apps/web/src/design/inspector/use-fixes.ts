import type { Problem } from '@ensemble/core'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { diagnosedFixes } from '../../document/commands/fixes-of.ts'
import { ideaNameOf, toolNameOf } from '../../document/texts/files.ts'
import { ask } from '../schema-editor/ask.ts'
import { documentStore } from '../../document/open/document-store.ts'

const filesOf = (document: Document) => document.files
/** Files that are looked at for fixes at a time: more are fixed one after the other anyway. */
const MOST_FILES = 30
const PAUSE_MS = 250

/** The problems with the fixes that the language knows. Its own problems have theirs already. */
export function useFixes(
  problems: readonly Problem[],
  { isDiagnosed = false }: { readonly isDiagnosed?: boolean } = {},
): readonly Problem[] {
  const files = useStore(documentStore, filesOf)
  const [known, setKnown] = useState<readonly Problem[]>([])
  useEffect(() => {
    if (isDiagnosed) return undefined
    const wanted = [...new Set(problems.flatMap(({ file, fix }) => (file === undefined || fix ? [] : [file])))]
    let current = true
    const timer = setTimeout(() => {
      void Promise.all(
        wanted.slice(0, MOST_FILES).map(async (file): Promise<readonly Problem[]> => {
          const idea = ideaNameOf(file)
          const name = idea ?? toolNameOf(file)
          if (name === null) return []
          const type = idea === null ? 'tool' : 'idea'
          return ask('diagnose', { type, name, portability: false }).catch((): readonly Problem[] => [])
        }),
      ).then((found) => {
        if (current) setKnown(found.flat())
      })
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [problems, files, isDiagnosed])
  return useMemo(() => diagnosedFixes(problems, known), [problems, known])
}

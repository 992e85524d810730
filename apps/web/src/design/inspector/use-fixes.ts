import type { Problem } from '@ensemble/core'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaNameOf, nameFault, toolNameOf } from '../../document/texts/files.ts'
import { newIdea } from '../../document/edits/intents.ts'
import { ask } from '../schema-editor/ask.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { say } from './say.ts'

const filesOf = (document: Document) => document.files
/** Files that are looked at for fixes at a time: more are fixed one after the other anyway. */
const MOST_FILES = 30
const PAUSE_MS = 250

const keyOf = ({ file, code, path, tool }: Problem): string => [file, code, path, tool].join('\n')

/** A module that leads nowhere can be made where its name allows it. */
function createMissing({ code, message }: Problem): Problem['fix'] {
  const name = code === 'module.unresolved' ? /idea:\/\/([A-Za-z][\w-]*)/u.exec(message)?.[1] : undefined
  if (name === undefined || nameFault(name, []) !== null) return undefined
  const { file, text } = newIdea(name, name)
  return { title: say('fix.createIdea', { name }), edits: [{ file, offset: 0, length: 0, text: text ?? '' }] }
}

/** The problems with their one-click fixes, as far as the language knows. Its own problems have theirs already. */
export function useFixes(
  problems: readonly Problem[],
  { isDiagnosed = false }: { readonly isDiagnosed?: boolean } = {},
): readonly Problem[] {
  const files = useStore(documentStore, filesOf)
  const [known, setKnown] = useState<ReadonlyMap<string, Problem['fix']>>(new Map())
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
        if (current) setKnown(new Map(found.flat().map((problem) => [keyOf(problem), problem.fix])))
      })
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [problems, files, isDiagnosed])
  return useMemo(
    () =>
      problems.map((problem) => {
        const fix = problem.fix ?? known.get(keyOf(problem)) ?? createMissing(problem)
        return fix === undefined || fix === problem.fix ? problem : { ...problem, fix }
      }),
    [problems, known],
  )
}

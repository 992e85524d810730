import type { Problem } from '@ensemble/core'
import { useEffect, useMemo, useState } from 'react'
import type { FileRecord } from '../document/document.ts'
import { ideaNameOf } from '../document/files.ts'
import { parseText } from '../document/idea-view.ts'
import { nodeAtPointer } from '../document/json-edit.ts'
import { useGraph } from '../stores/graph.ts'
import { checkSchemas } from './check-schemas.ts'
import { schemasIn } from './schemas-in.ts'

/** Something to underline; offsets count UTF-16 units of the file. */
export interface Marker {
  readonly severity: Problem['severity']
  readonly code: string
  readonly message: string
  readonly offset: number
  readonly length: number
}

function placed(text: string, { range, path, severity, code, message }: Problem): Marker {
  const node = range === undefined ? nodeAtPointer(text, path) : undefined
  const [offset, length] = range ?? [node?.offset ?? 0, node?.length ?? 1]
  return { severity, code, message, offset, length }
}

/** What is wrong in a file's text as it is now: syntax, protocol and lint from core, schemas from the worker. */
export function useMarkers(record: FileRecord | undefined): readonly Marker[] {
  const { problems } = useGraph()
  const [compiled, setCompiled] = useState<{ readonly text: string; readonly markers: readonly Marker[] } | null>(null)
  const text = record?.text ?? null
  const file = record?.file ?? ''

  useEffect(() => {
    if (text === null) return undefined
    let isCurrent = true
    const schemas = schemasIn(parseText(text), ideaNameOf(file) !== null)
    void checkSchemas(schemas.map(({ schema }) => schema)).then((issues) => {
      if (!isCurrent) return
      const markers = issues.flatMap((list, index) =>
        list.map((issue): Marker => {
          const node = nodeAtPointer(text, (schemas[index]?.pointer ?? '') + (issue.path || issue.schemaPath))
          return {
            severity: 'error',
            code: `schema.${issue.keyword}`,
            message: issue.message,
            offset: node?.offset ?? 0,
            length: node?.length ?? 1,
          }
        }),
      )
      setCompiled({ text, markers })
    })
    return () => {
      isCurrent = false
    }
  }, [text, file])

  return useMemo(() => {
    if (text === null) return []
    const own = problems.filter((problem) => problem.file === file).map((problem) => placed(text, problem))
    const known = new Set(own.map(({ offset }) => offset))
    const more = compiled?.text === text ? compiled.markers.filter(({ offset }) => !known.has(offset)) : []
    return [...own, ...more]
  }, [problems, compiled, text, file])
}

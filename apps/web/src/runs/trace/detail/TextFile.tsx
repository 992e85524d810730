import type { Json } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { request } from '../../../platform/api/client.ts'
import { bytes as size } from '../../../platform/ui/format.ts'
import { JsonTree } from '../JsonTree.tsx'
import { asContainer } from '../chat-blocks.ts'
import css from './ArtifactView.module.css'
import type { ArtifactKind } from './artifact-kind.ts'
import { Markdown } from '../../../platform/ui/Markdown.tsx'
import { parseTable } from './parse-table.ts'
import { say } from './say.ts'
import { Scroll } from '../../../platform/ui/Scroll.tsx'

const MOST_BYTES = 300_000
const MOST_ROWS = 200

interface TextFileProps {
  readonly run: string
  readonly url: string
  readonly name: string
  readonly kind: Extract<ArtifactKind, 'table' | 'markdown' | 'json' | 'text'>
  readonly bytes: number
}

/** A file of text, fetched when it is looked at. */
export function TextFile({ run, url, name, kind, bytes }: TextFileProps) {
  const [text, setText] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isTooLarge = bytes > MOST_BYTES
  useEffect(() => {
    if (isTooLarge) return
    const stop = new AbortController()
    request(url, { signal: stop.signal })
      .then((response) => response.text())
      .then(setText)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailure(error instanceof Error ? error.message : '')
      })
    return () => stop.abort()
  }, [url, isTooLarge])
  if (isTooLarge) return <p className={css.note}>{say('tooLarge', { size: size(bytes) })}</p>
  if (failure !== null) return <p className={css.note}>{say('unreadable', { reason: failure })}</p>
  if (text === null) return null
  return (
    <Scroll className={css.text} label={name}>
      <Content run={run} name={name} kind={kind} text={text} />
    </Scroll>
  )
}

interface ContentProps {
  readonly run: string
  readonly name: string
  readonly kind: TextFileProps['kind']
  readonly text: string
}

function Content({ run, name, kind, text }: ContentProps) {
  if (kind === 'markdown') return <Markdown text={text} />
  const value = kind === 'json' ? asContainer(text) : undefined
  // `asContainer` parsed JSON.
  if (value !== undefined) return <JsonTree run={run} value={value as Json} open={2} />
  if (kind !== 'table') return <pre>{text}</pre>
  const [head = [], ...rows] = parseTable(text, MOST_ROWS + 1)
  return (
    <>
      <table aria-label={say('table', { name })}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // Columns have no identity but their place; so have rows and cells below.
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={at} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === MOST_ROWS && <p className={css.note}>{say('rows', { count: MOST_ROWS })}</p>}
    </>
  )
}

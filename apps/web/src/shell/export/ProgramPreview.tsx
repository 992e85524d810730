import type { ExportRow } from '@ensemble/core/export'
import { ArrowLeft, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ApiError, urlOf } from '../../platform/api/client.ts'
import { type Answer, api } from '../../platform/api/api.ts'
import { exportReport } from '../../platform/i18n/en/export-report.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Scroll } from '../../platform/ui/Scroll.tsx'
import field from '../../platform/ui/field.module.css'
import { graphStore } from '../../document/graph/graph-store.ts'
import imported from '../import/import.module.css'
import { download } from '../../platform/ui/download.ts'
import css from './export.module.css'
import { PROGRAMS, type Program } from './programs.ts'
import { say } from './say.ts'

const sayReport = createTexts({ exportReport })

type Exported = Answer<'GET', '/api/ideas/{name}/export'>

const graphOf = ({ graph }: { readonly graph: { readonly nodes: readonly Node[] } }) => graph
interface Node {
  readonly kind: string
  readonly name: string
  readonly title?: string
}

/** The address of this workspace's server, as other programs reach it. */
const server = (): string => new URL(urlOf('/'), location.href).href.replace(/\/$/, '')

interface ProgramPreviewProps {
  readonly idea: string
  readonly program: Program
  readonly onBack: () => void
}

/** An Idea with its modules in another program's form: the file, and every part that it cannot say. */
export function ProgramPreview({ idea: first, program: chosen, onBack }: ProgramPreviewProps) {
  const { nodes } = useStore(graphStore, graphOf)
  const [idea, setIdea] = useState(first)
  const [program, setProgram] = useState(chosen)
  const [exported, setExported] = useState<Exported | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    api('GET', '/api/ideas/{name}/export', { path: { name: idea }, query: { as: program, server: server() } }).then(
      (answer) => {
        if (isGone) return
        setRefusal(null)
        setExported(answer)
      },
      (error: unknown) => {
        if (isGone) return
        setExported(null)
        setRefusal(error instanceof ApiError ? error.detail : String(error))
      },
    )
    return () => {
      isGone = true
    }
  }, [idea, program])
  return (
    <>
      <div className={css.chosen}>
        <Field label={say('program')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={program}
              onChange={({ currentTarget }) =>
                setProgram(PROGRAMS.find((one) => one === currentTarget.value) ?? program)
              }
            >
              {PROGRAMS.map((one) => (
                <option key={one} value={one}>
                  {say(`programs.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={say('idea')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={idea}
              onChange={({ currentTarget }) => setIdea(currentTarget.value)}
            >
              {nodes.flatMap(({ kind, name, title }) =>
                kind === 'idea' ? (
                  <option key={name} value={name}>
                    {title ?? name}
                  </option>
                ) : (
                  []
                ),
              )}
            </select>
          )}
        </Field>
      </div>
      <div className={css.actions}>
        <Button onClick={onBack}>
          <ArrowLeft size={14} aria-hidden />
          {say('back')}
        </Button>
        {exported !== null && (
          <Button
            look="primary"
            onClick={() => download(exported.file, new Blob([exported.text], { type: 'text/plain;charset=utf-8' }))}
          >
            <Download size={14} aria-hidden />
            {say('download', { file: exported.file })}
          </Button>
        )}
      </div>
      {refusal !== null && <p role="alert">{refusal}</p>}
      {exported !== null && (
        <>
          <div className={css.exported}>
            <span className={css.copy}>
              <CopyButton text={exported.text} />
            </span>
            <Scroll as="pre" className={css.code} label={exported.file}>
              {exported.text}
            </Scroll>
          </div>
          <Report report={exported.report as readonly ExportRow[]} /* codes of the core, which the server runs too */ />
        </>
      )}
    </>
  )
}

function Report({ report }: { readonly report: readonly ExportRow[] }) {
  if (report.length === 0) return null
  const title = say('lost', { count: report.length })
  return (
    <section className={imported.report} aria-label={title}>
      <strong>{title}</strong>
      <Scroll className={imported.rows} label={title}>
        <ul>
          {report.map(({ path, code, values }, index) => (
            // Rows do not move, and two of them may be alike.
            <li key={index}>
              <code>{path}</code>
              <span>{sayReport(`${code}.what`, values)}</span>
              <span className={imported.remedy}>{sayReport(`${code}.remedy`, values)}</span>
            </li>
          ))}
        </ul>
      </Scroll>
    </section>
  )
}

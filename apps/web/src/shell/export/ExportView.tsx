import { graphToMermaid } from '@ensemble/core/trace'
import { Download, FileCode, FileText, Image, Network, Package, Workflow, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { urlOf } from '../../platform/api/client.ts'
import { exportUrl } from '../../platform/api/run-client.ts'
import { themeColour } from '../../platform/styles/theme-colour.ts'
import { targetIdea } from '../../document/commands/targets.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { runStore, type RunView } from '../../runs/open/run-view.ts'
import { closeDialog, sessionStore } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { notify } from '../../platform/session/notify.ts'
import { download } from '../../platform/ui/download.ts'
import { toPng } from './to-png.ts'
import { drawGraph, type Paint } from './draw-graph.ts'
import css from './export.module.css'
import { ProgramPreview } from './ProgramPreview.tsx'
import { PROGRAMS, type Program } from './programs.ts'
import { saveRun } from './save-run.ts'
import { say } from './say.ts'

const runOf = ({ runId }: RunView) => runId

const TOKENS: { readonly [C in keyof Paint]: string } = {
  canvas: '--surface',
  surface: '--raised',
  line: '--line-strong',
  ink: '--ink',
  faint: '--ink-3',
  edge: '--ink-3',
  latent: '--latent',
  explicit: '--explicit',
  module: '--module',
}

const paint = (): Paint => {
  const of = (name: keyof Paint): string => themeColour(document.body, TOKENS[name])
  return {
    canvas: of('canvas'),
    surface: of('surface'),
    line: of('line'),
    ink: of('ink'),
    faint: of('faint'),
    edge: of('edge'),
    latent: of('latent'),
    explicit: of('explicit'),
    module: of('module'),
  }
}

const svgOf = (): string => {
  const { graph, places } = graphStore.getState()
  return drawGraph(graph, places, paint())
}
const fileName = (ending: string): string => `${sessionStore.getState().facts?.name ?? 'ensemble'}${ending}`
const text = (content: string, type = 'text/plain'): Blob => new Blob([content], { type: `${type};charset=utf-8` })

interface Choice {
  readonly Icon: LucideIcon
  readonly label: string
  readonly hint: string
  /** A file of the server's, or one that the page makes. */
  readonly from: string | (() => void | Promise<void>)
}

const GRAPH: readonly Choice[] = [
  {
    Icon: Image,
    label: say('svg'),
    hint: say('hints.svg'),
    from: () => download(fileName('.svg'), text(svgOf(), 'image/svg+xml')),
  },
  {
    Icon: Image,
    label: say('png'),
    hint: say('hints.png'),
    from: async () => download(fileName('.png'), await toPng(svgOf())),
  },
  {
    Icon: Network,
    label: say('mermaidGraph'),
    hint: say('hints.mermaid'),
    from: () => download(fileName('.mmd'), text(graphToMermaid(graphStore.getState().graph))),
  },
]
const WORKSPACE: readonly Choice[] = [
  { Icon: Package, label: say('zip'), hint: say('hints.zip'), from: urlOf('/api/workspace/export') },
]
const runChoices = (run: string): readonly Choice[] => [
  { Icon: Download, label: say('json'), hint: say('hints.json'), from: exportUrl(run) },
  {
    Icon: Workflow,
    label: say('mermaidRun'),
    hint: say('hints.mermaid'),
    from: () => saveRun('mermaid'),
  },
  { Icon: FileText, label: say('markdown'), hint: say('hints.markdown'), from: () => saveRun('markdown') },
  { Icon: Workflow, label: say('otlp'), hint: say('hints.otlp'), from: urlOf(`/api/runs/${run}/otlp`) },
  {
    Icon: Workflow,
    label: say('otlpContent'),
    hint: say('hints.otlp'),
    from: urlOf(`/api/runs/${run}/otlp?content=true`),
  },
]

/** Everything that leaves the page as a file: pictures, an Idea for other programs, the open run, the workspace. */
export function ExportView() {
  const run = useStore(runStore, runOf)
  const [idea] = useState(targetIdea)
  const [program, setProgram] = useState<Program | null>(null)
  if (idea !== null && program !== null)
    return (
      <DialogFrame title={say('title')} wide>
        <ProgramPreview idea={idea} program={program} onBack={() => setProgram(null)} />
      </DialogFrame>
    )
  return (
    <DialogFrame title={say('title')}>
      <Choices title={say('graph')} choices={GRAPH} />
      {idea !== null && <Programs onChoose={setProgram} />}
      {run === null ? (
        <section>
          <h3 className={css.title}>{say('run')}</h3>
          <p className={css.hint}>{say('noRun')}</p>
        </section>
      ) : (
        <Choices title={say('run')} choices={runChoices(run)} />
      )}
      <Choices title={say('workspace')} choices={WORKSPACE} />
    </DialogFrame>
  )
}

function Programs({ onChoose }: { readonly onChoose: (program: Program) => void }) {
  return (
    <section>
      <h3 className={css.title}>{say('elsewhere')}</h3>
      <ul className={css.choices}>
        {PROGRAMS.map((one) => (
          <li key={one}>
            <button type="button" className={css.choice} onClick={() => onChoose(one)}>
              <FileCode size={15} aria-hidden />
              <span>{say(`programs.${one}`)}</span>
              <span className={css.hint}>{say(`hints.${one}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Choices({ title, choices }: { readonly title: string; readonly choices: readonly Choice[] }) {
  return (
    <section>
      <h3 className={css.title}>{title}</h3>
      <ul className={css.choices}>
        {choices.map(({ Icon, label, hint, from }) => {
          const shown = (
            <>
              <Icon size={15} aria-hidden />
              <span>{label}</span>
              <span className={css.hint}>{hint}</span>
            </>
          )
          return (
            <li key={label}>
              {typeof from === 'string' ? (
                <a className={css.choice} href={from} download onClick={() => closeDialog()}>
                  {shown}
                </a>
              ) : (
                <button type="button" className={css.choice} onClick={() => void make(from)}>
                  {shown}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

async function make(from: () => void | Promise<void>): Promise<void> {
  try {
    await from()
    closeDialog()
  } catch (error) {
    notify.error(say('failed'), error instanceof Error ? error.message : String(error))
  }
}

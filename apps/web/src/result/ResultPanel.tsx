import type { Artifact, Json } from '@ensemble/core'
import { cursorAt, spanDetail, type TraceLog } from '@ensemble/core/trace'
import { artifactUrl } from '../api/run-client.ts'
import { t } from '../i18n/index.ts'
import { follow, isEnded, type RunView } from '../stores/run.ts'
import { classes } from '../ui/classes.ts'
import { CopyButton } from '../trace/CopyButton.tsx'
import { EmptyPanel } from '../trace/EmptyPanel.tsx'
import { JsonTree } from '../trace/JsonTree.tsx'
import { leafError } from '../trace/rows.ts'
import { Stored } from '../trace/Stored.tsx'
import { useRun, useShown } from '../trace/use-run.ts'
import { fileName } from './artifact.ts'
import { ArtifactChip } from './ArtifactChip.tsx'
import { AudioPlayer } from './AudioPlayer.tsx'
import { Failure } from './Failure.tsx'
import css from './ResultPanel.module.css'
import { partName, remainder, resultParts, type ResultPart } from './result-parts.ts'
import { Score } from './Score.tsx'
import { ScoreFile } from './ScoreFile.tsx'

const pickRun = (state: RunView): string | null => state.runId
const pickHead = (state: RunView): RunView['status'] => state.status

/** What the Run came to: its output by kind, or why there is none. */
export function ResultPanel() {
  const run = useRun(pickRun)
  const head = useRun(pickHead)
  const shown = useShown()
  if (shown === null || run === null) return null
  const { log, cursor } = shown
  if (cursor.status === 'failed') return <Failed log={log} />
  if (cursor.status === 'cancelled') return <EmptyPanel text={t('result.cancelled')} />
  const output = spanDetail(log, '', cursor.seq)?.result
  if (output === undefined)
    return isEnded(head) ? (
      <EmptyPanel text={t('result.later')} action={{ label: t('result.goToEnd'), onClick: follow }} />
    ) : (
      <EmptyPanel text={t('result.pending')} />
    )
  return (
    <div className={css.panel} role="region" aria-label={t('result.label')}>
      <Stored<Json> run={run} value={output}>
        {(value) => <Output run={run} output={value} files={createdFiles(log)} />}
      </Stored>
    </div>
  )
}

function Failed({ log }: { readonly log: TraceLog }) {
  const end = log.events.at(-1)
  if (end?.type !== 'run.failed') return null
  const leaf = leafError(log)
  return (
    <div className={css.panel}>
      <Failure error={end.data.error} leaf={leaf === null ? undefined : cursorAt(log).span(leaf)} />
    </div>
  )
}

interface OutputProps {
  readonly run: string
  readonly output: Json
  /** Every file of the Run; those that the output does not hold are listed last. */
  readonly files: readonly Artifact[]
}

function Output({ run, output, files }: OutputProps) {
  const parts = resultParts(output)
  const title = titleOf(output)
  const rest = remainder(output, title)
  const [main, ...others] = parts.filter((part) => part.type === 'audio')
  const scores = parts.filter((part) => part.type === 'score' || part.type === 'scoreFile')
  const held = new Set(parts.flatMap((part) => (part.type === 'score' ? [] : [part.artifact.$artifact])))
  const extra = files.filter((file) => !held.has(file.$artifact))
  return (
    <div className={classes(css.output, main === undefined && rest === undefined && css.single)}>
      <div className={css.main}>
        {title !== undefined && <h3 className={css.title}>{title}</h3>}
        {main?.type === 'audio' && (
          <AudioPlayer url={artifactUrl(run, main.artifact.$artifact)} name={fileName(main.artifact)} />
        )}
        {others.length > 0 && (
          <section className={css.list} aria-label={t('result.parts')}>
            {others.map(
              (part) =>
                part.type === 'audio' && (
                  <AudioPlayer
                    key={part.artifact.$artifact}
                    compact
                    url={artifactUrl(run, part.artifact.$artifact)}
                    name={fileName(part.artifact)}
                  />
                ),
            )}
          </section>
        )}
        {parts.map((part) => (
          <OtherPart key={part.path.join('/')} run={run} part={part} />
        ))}
        {rest !== undefined &&
          (typeof rest === 'string' ? (
            <div className={css.text}>
              <p>{rest}</p>
              <CopyButton text={rest} />
            </div>
          ) : (
            <JsonTree run={run} value={rest} open={2} />
          ))}
        {extra.length > 0 && (
          <details className={css.files} open={parts.length === 0}>
            <summary>{t('result.files', { count: extra.length })}</summary>
            <div className={css.chips}>
              {extra.map((file) => (
                <ArtifactChip key={file.$artifact} run={run} artifact={file} />
              ))}
            </div>
          </details>
        )}
      </div>
      {scores.length > 0 && (
        <div className={css.scores}>
          {scores.map((part) =>
            part.type === 'score' ? (
              <Score key={part.path.join('/')} abc={part.abc} name={partName(part)} />
            ) : (
              part.type === 'scoreFile' && (
                <ScoreFile key={part.artifact.$artifact} run={run} artifact={part.artifact} />
              )
            ),
          )}
        </div>
      )}
    </div>
  )
}

function OtherPart({ run, part }: { readonly run: string; readonly part: ResultPart }) {
  if (part.type === 'image')
    return <img className={css.image} src={artifactUrl(run, part.artifact.$artifact)} alt={fileName(part.artifact)} />
  return part.type === 'file' ? <ArtifactChip run={run} artifact={part.artifact} /> : null
}

const titleOf = (output: Json): string | undefined =>
  typeof output === 'object' && output !== null && 'title' in output && typeof output.title === 'string'
    ? output.title
    : undefined

const createdFiles = (log: TraceLog): readonly Artifact[] => {
  const files = new Map<string, Artifact>()
  for (const event of log.events)
    if (event.type === 'artifact.created') {
      const { name, type, bytes, sha256 } = event.data
      files.set(name, { $artifact: name, type, bytes, sha256 })
    }
  return [...files.values()]
}

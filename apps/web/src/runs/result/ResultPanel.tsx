import type { Artifact, Json } from '@ensemble/core'
import { cursorAt, spanDetail, type TraceLog } from '@ensemble/core/trace'
import { useMemo } from 'react'
import { IS_SAVED } from '../../platform/api/client.ts'
import { artifactUrl } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { follow } from '../open/run-playback.ts'
import { isEnded, type RunView } from '../open/run-view.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { EmptyPanel } from '../trace/EmptyPanel.tsx'
import { Stored } from '../trace/Stored.tsx'
import { Traceable } from '../trace/origin/Traceable.tsx'
import { runAgain } from '../trace/run-actions.ts'
import { useRun, useShown } from '../trace/use-run.ts'
import { fileName } from '../artifacts/artifact.ts'
import { ArtifactChip } from '../artifacts/ArtifactChip.tsx'
import { AudioPlayer } from '../artifacts/AudioPlayer.tsx'
import { PageFile } from '../artifacts/PageFile.tsx'
import { FailedCalls } from './FailedCalls.tsx'
import { Failure } from './Failure.tsx'
import { runCause } from './run-cause.ts'
import css from './ResultPanel.module.css'
import {
  isCopyOf,
  isPartOf,
  isSound,
  keepsLists,
  openParts,
  partName,
  remainder,
  resultParts,
  songOf,
} from './result-parts.ts'
import { Score } from './Score.tsx'
import { ScoreFile } from './ScoreFile.tsx'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { CoverageNotice } from './CoverageNotice.tsx'
import { SongPlayer } from './song/SongPlayer.tsx'
import { ValueView } from './ValueView.tsx'
import { part } from '../../platform/ui/part.tsx'

const conversation = () => import('../fork/Conversation.tsx')
const Thread = part(() => conversation().then((module) => module.Thread))
const ReplyBox = part(() => conversation().then((module) => module.ReplyBox))

const pickRun = (state: RunView): string | null => state.runId
const pickHead = (state: RunView): RunView['status'] => state.status

/** The Run's result: its output by kind, or the reason that it has none. */
export function ResultPanel() {
  const run = useRun(pickRun)
  const head = useRun(pickHead)
  const shown = useShown()
  if (shown === null || run === null) return null
  const { log, cursor } = shown
  if (cursor.status === 'failed') return <Failed log={log} />
  if (cursor.status === 'cancelled') return <EmptyPanel text={t('result.cancelled')} action={AGAIN} />
  const output = spanDetail(log, '', cursor.seq)?.result
  if (output === undefined)
    return isEnded(head) ? (
      <EmptyPanel text={t('result.later')} action={{ label: t('result.goToEnd'), onClick: follow }} />
    ) : (
      <EmptyPanel text={t('result.pending')} />
    )
  const [created] = log.events
  const { continues, imported } = created?.type === 'run.created' ? created.data : {}
  return (
    <div className={css.panel} role="region" aria-label={t('result.label')}>
      {continues !== undefined && <Thread continues={continues} />}
      <SimulatedNotice log={log}>
        {!IS_SAVED && (
          <Button size="small" onClick={() => goTo('settings')}>
            {t('result.chooseModel')}
          </Button>
        )}
      </SimulatedNotice>
      <FailedCalls />
      {!IS_SAVED && <CoverageNotice log={log} />}
      <Stored<Json> run={run} value={output}>
        {(value) => <Output run={run} output={value} log={log} />}
      </Stored>
      {imported === undefined && <ReplyBox key={run} run={run} />}
    </div>
  )
}

/** The limits of a saved page. */
const AGAIN = IS_SAVED ? undefined : { label: t('runAgain'), hint: t('runAgainHint'), onClick: () => void runAgain() }

function Failed({ log }: { readonly log: TraceLog }) {
  const end = log.events.at(-1)
  const cause = runCause(log)
  if (end?.type !== 'run.failed' || cause === null) return null
  const { code, message, leaf } = cause
  const limit = log.events.findLast(({ type }) => type === 'limit.reached')
  return (
    <div className={css.panel}>
      <Failure
        error={{ ...end.data.error, code, message }}
        leaf={leaf === null ? undefined : cursorAt(log).span(leaf)}
        {...(limit?.type === 'limit.reached' && { reached: limit.data })}
      />
    </div>
  )
}

interface OutputProps {
  readonly run: string
  readonly output: Json
  /** Tells which files the Run made; those that the output does not hold are listed last. */
  readonly log: TraceLog
}

function Output({ run, output, log }: OutputProps) {
  const title = titleOf(output)
  const { parts, missing, song } = useMemo(() => {
    const found = openParts(resultParts(output), namesMade(log))
    return { ...found, song: songOf(found.parts, title, ({ $artifact }) => artifactUrl(run, $artifact)) }
  }, [run, output, log, title])
  const rest = remainder(output, title)
  const sounds = parts.filter(isSound)
  const [main] = sounds
  const copies = sounds.filter((part) => main !== undefined && isCopyOf(part, main))
  const apart = sounds.filter(
    (part) => part !== main && main !== undefined && !isPartOf(part, main) && !copies.includes(part),
  )
  const pages = parts.flatMap((part) => (part.type === 'page' ? [part.artifact] : []))
  const scores = parts.filter((part) => part.type === 'score' || part.type === 'scoreFile')
  const downloads = parts.flatMap((part) =>
    part.type === 'scoreFile' || part.type === 'file' || (isSound(part) && (part === main || copies.includes(part)))
      ? [part.artifact]
      : [],
  )
  const held = new Set(parts.flatMap((part) => (part.type === 'score' ? [] : [part.artifact.$artifact])))
  const others = createdFiles(log).filter((file) => !held.has(file.$artifact))
  const pictures = [
    ...parts.flatMap((part) => (part.type === 'image' ? [part.artifact] : [])),
    ...others.filter(({ type }) => type.startsWith('image/')),
  ]
  const extra = others.filter((file) => !pictures.includes(file))
  // An output without any optional member is still an output.
  const isBare = title === undefined && rest === undefined && parts.length === 0 && missing.length === 0
  // A single score next to a single sound is its score.
  const followsSong = song !== undefined && scores.length === 1
  return (
    <div className={classes(css.output, main === undefined && rest === undefined && css.single)}>
      <div className={css.main}>
        {title !== undefined && <h3 className={css.title}>{title}</h3>}
        {pages.map((page) => (
          <PageFile key={page.$artifact} run={run} artifact={page} isSong={song !== undefined && page === pages[0]} />
        ))}
        {missing.map((name, index) => (
          <p key={`${name} ${index}`} className={css.missing}>
            {t('result.missingFile', { name })}
          </p>
        ))}
        {song !== undefined && <SongPlayer song={song} />}
        {apart.length > 0 && (
          <div className={css.list}>
            {apart.map(({ artifact }) => (
              <AudioPlayer
                key={artifact.$artifact}
                url={artifactUrl(run, artifact.$artifact)}
                name={fileName(artifact)}
              />
            ))}
          </div>
        )}
        {downloads.length > 0 && (
          <div className={css.chips} role="group" aria-label={t('song.downloads')}>
            {downloads.map((artifact) => (
              <ArtifactChip key={artifact.$artifact} run={run} artifact={artifact} />
            ))}
          </div>
        )}
        {pictures.map((picture) => (
          <figure key={picture.$artifact} className={css.picture}>
            <img src={artifactUrl(run, picture.$artifact)} alt={fileName(picture)} />
            <figcaption>
              <ArtifactChip run={run} artifact={picture} />
            </figcaption>
          </figure>
        ))}
        {rest !== undefined &&
          (keepsLists(output, rest) ? (
            <Traceable run={run} span="" part="result">
              <ValueView run={run} value={rest} />
            </Traceable>
          ) : (
            <ValueView run={run} value={rest} />
          ))}
        {isBare && <p className={css.empty}>{t('result.empty', { json: JSON.stringify(output) })}</p>}
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
              <Score key={part.path.join('/')} abc={part.abc} name={partName(part)} followsSong={followsSong} />
            ) : (
              part.type === 'scoreFile' && (
                <ScoreFile key={part.artifact.$artifact} run={run} artifact={part.artifact} followsSong={followsSong} />
              )
            ),
          )}
        </div>
      )}
    </div>
  )
}

const titleOf = (output: Json): string | undefined =>
  typeof output === 'object' && output !== null && 'title' in output && typeof output.title === 'string'
    ? output.title
    : undefined

/** The files of the conversation before are among them. */
const namesMade = (log: TraceLog): ReadonlySet<string> =>
  new Set(log.events.flatMap((event) => (event.type === 'artifact.created' ? [event.data.name] : [])))

const createdFiles = (log: TraceLog): readonly Artifact[] => {
  const files = new Map<string, Artifact>()
  for (const event of log.events)
    // The Run itself has the files of the conversation before.
    if (event.type === 'artifact.created' && event.span !== '') {
      const { name, type, bytes, sha256 } = event.data
      files.set(name, { $artifact: name, type, bytes, sha256 })
    }
  return [...files.values()]
}

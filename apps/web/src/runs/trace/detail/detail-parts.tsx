import type { Json } from '@ensemble/core'
import { isSettled, type SpanDetail, type TraceLog } from '@ensemble/core/trace'
import type { ReactNode } from 'react'
import { t } from '../../../platform/i18n/run.ts'
import { part } from '../../../platform/ui/part.tsx'
import { Checks } from '../Checks.tsx'
import { JsonTree } from '../JsonTree.tsx'
import { ModelAnswered } from '../ModelAnswered.tsx'
import { ModelSaw } from '../ModelSaw.tsx'
import { Traceable } from '../origin/Traceable.tsx'
import { Stored } from '../Stored.tsx'
import { ArtifactView } from './ArtifactView.tsx'
import css from './detail-parts.module.css'
import { ImportsView } from './ImportsView.tsx'
import { LogLines } from './LogLines.tsx'
import { Prediction } from './Prediction.tsx'
import { StateChange } from './StateChange.tsx'

const ForkEditor = part(() => import('../../fork/ForkEditor.tsx').then((module) => module.ForkEditor))

/** The facts about a span by what they are about; a list or tabs show them. */
export interface DetailPart {
  readonly id:
    'checks' | 'input' | 'saw' | 'wrote' | 'answered' | 'imports' | 'result' | 'artifacts' | 'state' | 'log' | 'fork'
  readonly title: string
  /** In a list it is open at first. */
  readonly isOpen: boolean
  readonly content: ReactNode
}

export interface DetailPartsProps {
  readonly run: string
  readonly detail: SpanDetail
  readonly log: TraceLog
  readonly streamed: string | undefined
  readonly seq: number
  /** Its record is still there, so that it can be forked. */
  readonly isKept: boolean
}

/** Codes of what a check refused; any other failure happened while something ran. */
const REFUSED = /^(tool\.unknown|json\.|arguments\.|meta\.|reference\.|answer\.)/

/** The record of a span in parts, in the order in which a person reads it; parts without content are left out. */
export function detailParts(props: DetailPartsProps): readonly DetailPart[] {
  const { run, detail, log, streamed, seq, isKept } = props
  const { span, modelSaw, failures } = detail
  const isCall = span.kind === 'call'
  const input = detail.resolved ?? detail.input
  const checks: DetailPart = {
    id: 'checks',
    title: t(failures.every(({ error }) => REFUSED.test(error.code)) ? 'detail.checks' : 'detail.error'),
    isOpen: failures.length > 0,
    content: <Checks detail={detail} run={run} />,
  }
  const parts: readonly (DetailPart | false | undefined)[] = [
    failures.length > 0 && checks,
    input !== undefined && {
      id: 'input',
      title: t('detail.input'),
      isOpen: true,
      content: (
        <>
          {detail.reasoning !== undefined && <p className={css.reason}>{detail.reasoning}</p>}
          <Traceable run={run} span={span.id} part="input">
            <Stored<Json> run={run} value={input}>
              {(value) => <JsonTree run={run} value={value} open={2} />}
            </Stored>
          </Traceable>
        </>
      ),
    },
    modelSaw !== undefined && {
      id: 'saw',
      title: t('detail.modelSaw'),
      isOpen: !isCall,
      content: <ModelSaw key={modelSaw.request} run={run} log={log} question={modelSaw} />,
    },
    isCall &&
      detail.raw !== undefined && {
        id: 'wrote',
        title: t('detail.modelWrote'),
        isOpen: false,
        content: (
          <Stored<string> run={run} value={detail.raw}>
            {(raw) => <pre className={css.raw}>{raw}</pre>}
          </Stored>
        ),
      },
    span.kind === 'request' && {
      id: 'answered',
      title: t('detail.modelAnswered'),
      isOpen: true,
      content: <ModelAnswered run={run} log={log} detail={detail} seq={seq} streamed={streamed} hasChecks />,
    },
    isCall && failures.length === 0 && checks,
    detail.module !== undefined && {
      id: 'imports',
      title: t('detail.imports'),
      isOpen: false,
      content: <ImportsView run={run} log={log} span={span.id} entered={detail.module} />,
    },
    resultPart(run, detail),
    detail.artifacts.length > 0 && {
      id: 'artifacts',
      title: t('detail.artifacts'),
      isOpen: true,
      content: (
        <div className={css.chips}>
          {detail.artifacts.map((artifact) => (
            <ArtifactView key={artifact.name} run={run} artifact={{ $artifact: artifact.name, ...artifact }} />
          ))}
        </div>
      ),
    },
    isCall &&
      detail.stateAfter !== detail.stateBefore && {
        id: 'state',
        title: t('detail.state'),
        isOpen: false,
        content: <StateChange run={run} before={detail.stateBefore} after={detail.stateAfter} />,
      },
    detail.log.length > 0 && {
      id: 'log',
      title: t('detail.log'),
      isOpen: false,
      content: <LogLines lines={detail.log} since={log.times[0] ?? 0} />,
    },
    isKept &&
      isSettled(span.status) && {
        id: 'fork',
        title: t('detail.fork'),
        isOpen: false,
        content: <ForkEditor key={span.id} run={run} log={log} detail={detail} />,
      },
  ]
  return parts.filter((each) => each !== false && each !== undefined)
}

/** The result, compared with the model's prediction. */
function resultPart(run: string, { span, result, ref, prediction }: SpanDetail): DetailPart | undefined {
  if (result === undefined || span.kind === 'request') return undefined
  return {
    id: 'result',
    title: t('detail.result'),
    isOpen: true,
    content: (
      <>
        {ref !== undefined && <code className={css.ref}>{ref}</code>}
        <Traceable run={run} span={span.id} part="result">
          <Stored<Json> run={run} value={result}>
            {(value) => <JsonTree run={run} value={value} open={2} />}
          </Stored>
        </Traceable>
        {span.mode !== 'latent' && prediction !== undefined && (
          <Prediction run={run} prediction={prediction} result={result} />
        )}
      </>
    ),
  }
}

import { changedFields } from '@ensemble/core/trace'
import { Check, CircleDotDashed, CircleHelp, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { deleteCase, keepCase, readCaseFile, type CaseReport, type ListedCase } from '../../platform/api/case-client.ts'
import { ApiError } from '../../platform/api/client.ts'
import { scoreText } from '../../platform/ui/score-text.ts'
import { exampleText } from '../../platform/i18n/example-words.ts'
import { importRun } from '../../platform/api/run-client.ts'
import { goTo } from '../../platform/session/location.ts'
import { chooseApproval, inboxStore, type Inbox } from '../open/run-approvals.ts'
import { FieldChanges } from '../trace/FieldChanges.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { notify } from '../../platform/session/notify.ts'
import css from './cases.module.css'
import { EditExpectations } from './EditExpectations.tsx'
import { changedPlace, changeText, expectationText } from './expectation-text.ts'
import { say } from './say.ts'
import type { CaseState } from './use-cases.ts'

interface CaseDetailProps {
  readonly listed: ListedCase
  readonly state: CaseState
  readonly onAsk: () => void
  readonly onJudge: () => void
  readonly onChanged: () => void
}

const waitingOf = ({ waiting }: Inbox) => waiting

const ICONS = { passed: Check, failed: X, undecided: CircleHelp } as const

/** The judge was not asked; a message says so, where a replay that differs has none. */
const isUnjudged = ({ status, message }: CaseReport['expectations'][number]): boolean =>
  status === 'undecided' && message !== undefined

/** The record as a Run of this workspace: imported from the file if missing. */
async function bringIn({ name, run = '' }: ListedCase): Promise<string> {
  const document = (await readCaseFile(name)).run
  await importRun(JSON.stringify(document)).catch((error: unknown) => {
    // It already exists.
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  })
  return run
}

const attempt = (work: () => Promise<void>): void => {
  work().catch((error: unknown) => notify.refusal(error))
}

/** Where a case parts from the files, what of it holds, and what can be done. */
export function CaseDetail({ listed, state, onAsk, onJudge, onChanged }: CaseDetailProps) {
  const { name } = listed
  const { report, busy } = state
  const [isEditing, setEditing] = useState(false)
  const open = (params: Readonly<Record<string, string>> = {}): void =>
    attempt(async () => goTo('bench', { run: await bringIn(listed), ...params }))
  const change = report?.change ?? null
  return (
    <section className={css.detail} aria-label={say('detail', { name })}>
      <header className={css.detailHead}>
        <h3>{listed.title === undefined ? name : exampleText(listed.title)}</h3>
        <code>{`cases/${name}.json`}</code>
      </header>
      {report !== null && report.status !== 'passed' && report.message === undefined && (
        <p className={css.note}>{say(`statusHint.${report.status}`)}</p>
      )}
      {(report?.message ?? listed.problem) !== undefined && (
        <p className={css.fault}>{report?.message ?? listed.problem}</p>
      )}
      {change !== null && <Change change={change} onOpen={open} />}
      {busy === 'asking' && <Waiting run={state.run} />}
      {report?.run !== undefined && <AskedAgain listed={listed} report={report} onChanged={onChanged} />}
      {isEditing ? (
        <EditExpectations listed={listed} onDone={() => setEditing(false)} />
      ) : (
        <Expectations listed={listed} report={report} />
      )}
      <div className={css.actions}>
        <Button
          look="primary"
          disabled={busy !== null || listed.problem !== undefined}
          title={say('askHint')}
          onClick={onAsk}
        >
          {say(busy === 'asking' ? 'asking' : 'ask')}
        </Button>
        {report?.expectations.some(isUnjudged) === true && (
          <Button disabled={busy !== null} title={say('judgeHint')} onClick={onJudge}>
            {say('judge')}
          </Button>
        )}
        <Button disabled={listed.problem !== undefined} onClick={() => open()}>
          {say('record')}
        </Button>
        {!isEditing && listed.problem === undefined && <Button onClick={() => setEditing(true)}>{say('edit')}</Button>}
        <DeleteCase listed={listed} onDeleted={onChanged} />
      </div>
    </section>
  )
}

interface ChangeProps {
  readonly change: NonNullable<CaseReport['change']>
  readonly onOpen: (params: Readonly<Record<string, string>>) => void
}

/** Where the files now lead elsewhere than the record did. */
function Change({ change, onOpen }: ChangeProps) {
  const { expected, actual, path, request, seq } = change
  return (
    <div className={css.change}>
      <p>{changeText(change)}</p>
      <FieldChanges changes={changedFields(expected, actual, path)} nameOf={(at) => changedPlace(change, at)} />
      {request !== '' && (
        <Button size="small" onClick={() => onOpen({ span: request, ...(seq !== null && { seq: String(seq) }) })}>
          {say('showTurn')}
        </Button>
      )}
    </div>
  )
}

/** The Call that keeps the Run of this case waiting for a person. */
function Waiting({ run: asked }: { readonly run: CaseState['run'] }) {
  const waiting = useStore(inboxStore, waitingOf).find(({ run }) => run === asked)
  if (waiting === undefined) return null
  return (
    <div className={css.asked} role="status">
      <p>{say('waits', { tool: waiting.tool })}</p>
      <div className={css.actions}>
        <Button size="small" look="primary" onClick={() => chooseApproval(waiting)}>
          {say('toCall')}
        </Button>
      </div>
    </div>
  )
}

/** Each expectation and how it was judged. */
function Expectations({
  listed: { expect = [] },
  report,
}: Pick<CaseDetailProps, 'listed'> & Pick<CaseState, 'report'>) {
  return (
    <>
      {expect.length > 0 && <h4>{say('expectations')}</h4>}
      <ul className={css.expectations}>
        {expect.map((expectation, at) => {
          const judged = report?.expectations[at]
          const Icon = judged === undefined ? CircleDotDashed : ICONS[judged.status]
          return (
            // Expectations have no identity but their place.
            <li key={at} data-status={judged?.status ?? 'checking'}>
              <Icon size={14} role="img" aria-label={say(`expectationStatus.${judged?.status ?? 'checking'}`)} />
              <span>
                {expectationText(expectation)}
                {judged?.status === 'undecided' && (
                  <span className={css.open}>
                    {say(`expectationStatus.${isUnjudged(judged) ? 'unjudged' : 'undecided'}`)}
                  </span>
                )}
                {typeof judged?.score === 'number' && judged.score > 0 && judged.score < 1 && (
                  <span className={css.why}>{say('score', { score: scoreText(judged.score) })}</span>
                )}
                {judged?.message !== undefined && judged.status !== 'undecided' && (
                  <span className={css.why}>{judged.message}</span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Asks once more before it deletes. */
function DeleteCase({ listed, onDeleted }: { readonly listed: ListedCase; readonly onDeleted: () => void }) {
  const [sure, setSure] = useState(false)
  return (
    <Button
      look="danger"
      onBlur={() => setSure(false)}
      onClick={() => {
        if (!sure) setSure(true)
        else attempt(async () => deleteCase(listed).then(onDeleted))
      }}
    >
      {say(sure ? 'deleteSure' : 'delete')}
    </Button>
  )
}

interface AskedAgainProps {
  readonly listed: ListedCase
  readonly report: CaseReport
  readonly onChanged: () => void
}

/** The actions for the Run that asked again. */
function AskedAgain({ listed, report, onChanged }: AskedAgainProps) {
  const { name, title, expect = [] } = listed
  const run = report.run ?? ''
  return (
    <div className={css.asked} role="status">
      <p>{say('asked')}</p>
      <div className={css.actions}>
        <Button size="small" onClick={() => goTo('bench', { run })}>
          {say('openRun')}
        </Button>
        <Button size="small" onClick={() => attempt(async () => goTo('compare', { a: await bringIn(listed), b: run }))}>
          {say('compare')}
        </Button>
        <Button
          size="small"
          title={say('acceptHint')}
          onClick={() =>
            attempt(async () => {
              await keepCase({ name, run, expect, replace: true, ...(title !== undefined && { title }) })
              onChanged()
            })
          }
        >
          {say('accept')}
        </Button>
      </div>
    </div>
  )
}

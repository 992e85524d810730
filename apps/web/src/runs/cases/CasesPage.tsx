import { ideaName } from '@ensemble/core/trace'
import { CircleCheck, CircleDotDashed, CircleHelp, CircleX, FileWarning, RotateCw } from 'lucide-react'
import { useStore } from 'zustand'
import type { CaseReport, ListedCase } from '../../platform/api/case-client.ts'
import { exampleText } from '../../platform/i18n/example-words.ts'
import { t } from '../../platform/i18n/index.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { CaseDetail } from './CaseDetail.tsx'
import css from './cases.module.css'
import { changeText, expectationText } from './expectation-text.ts'
import { say } from './say.ts'
import { useCases, type CaseState } from './use-cases.ts'

const chosenOf = ({ params }: Place): string | undefined => params['case']

/** Every case of the workspace against the current files (docs/contract/protocol.md#the-journal, regression). */
export function CasesPage() {
  const all = useCases()
  const chosen = useStore(placeStore, chosenOf)
  const shown =
    all.cases.find(({ name }) => name === chosen) ??
    // After deciding on a Call, a person returns to see the result.
    all.cases.find(({ name }) => wasAsked(all.stateOf(name))) ??
    all.cases[0]
  const close = (): void => goTo('bench')
  const checking = all.cases.filter(({ name }) => all.stateOf(name).busy === 'checking').length
  return (
    <PageFrame
      title={say('title')}
      back={say('back')}
      onClose={close}
      aside={
        <>
          <p className={css.about}>{say('about')}</p>
          <p role="status" className={css.summary}>
            {checking > 0 ? say('checking', { count: checking }) : summaryOf(all.cases, all.stateOf)}
          </p>
        </>
      }
      actions={
        <Button title={say('allHint')} disabled={all.cases.length === 0 || checking > 0} onClick={all.checkAll}>
          <RotateCw size={13} aria-hidden /> {say('all')}
        </Button>
      }
    >
      {all.state === 'failed' && (
        <EmptyPage>
          <p role="alert">
            {say('failed', { reason: all.problem ?? '' })}{' '}
            <Button size="small" onClick={all.reload}>
              {t('app.retry')}
            </Button>
          </p>
        </EmptyPage>
      )}
      {all.state === 'loading' && (
        <EmptyPage>
          <p role="status">{say('loading')}</p>
        </EmptyPage>
      )}
      {all.state === 'ready' && shown === undefined && (
        <EmptyPage>
          <p>{say('none')}</p>
          <Button onClick={() => goTo('runs')}>{say('toRuns')}</Button>
        </EmptyPage>
      )}
      {shown !== undefined && (
        <div className={css.body}>
          <CaseList cases={all.cases} stateOf={all.stateOf} shown={shown.name} />
          <CaseDetail
            key={shown.name}
            listed={shown}
            state={all.stateOf(shown.name)}
            onAsk={() => all.ask(shown.name)}
            onJudge={() => all.judge(shown.name)}
            onChanged={all.reload}
          />
        </div>
      )}
    </PageFrame>
  )
}

const wasAsked = ({ run, report }: CaseState): boolean => run !== undefined || report?.run !== undefined

const titleOf = (name: string, title: string | undefined): string => (title === undefined ? name : exampleText(title))

const STATUSES: readonly CaseReport['status'][] = ['passed', 'changed', 'failed', 'broken']

const summaryOf = (cases: readonly ListedCase[], stateOf: (name: string) => CaseState): string => {
  const counts = STATUSES.flatMap((status) => {
    const count = cases.filter(({ name }) => stateOf(name).report?.status === status).length
    return count === 0 ? [] : [`${count} ${say(`status.${status}`)}`]
  })
  return [...(cases.length > 1 ? [say('counts', { count: cases.length })] : []), ...counts].join(' · ')
}

interface CaseListProps {
  readonly cases: readonly ListedCase[]
  readonly stateOf: (name: string) => CaseState
  readonly shown: string
}

function CaseList({ cases, stateOf, shown }: CaseListProps) {
  return (
    <div className={css.list}>
      <table aria-label={say('list')}>
        <thead>
          <tr>
            <th scope="col">{say('column.case')}</th>
            <th scope="col">{say('column.idea')}</th>
            <th scope="col">{say('column.change')}</th>
            <th scope="col">{say('column.expected')}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map(({ name, title, idea, expect = [], problem }) => {
            const { report, busy } = stateOf(name)
            const fails = report?.expectations.findIndex(({ status }) => status === 'failed') ?? -1
            // The one of several that shows why the case fails.
            const shownOne = expect[Math.max(fails, 0)]
            return (
              <tr key={name} aria-current={name === shown || undefined} onClick={() => amendPlace({ case: name })}>
                <th scope="row">
                  <button type="button" onClick={() => amendPlace({ case: name })}>
                    <CaseStatus report={report} busy={busy} />
                    <span className={css.name} title={titleOf(name, title)}>
                      {titleOf(name, title)}
                    </span>
                  </button>
                </th>
                <td>{idea === undefined ? '' : ideaTitle(ideaName(idea))}</td>
                <td title={problem ?? (report?.change ? changeText(report.change) : undefined)}>
                  {problem ?? (report === null ? '' : report.change === null ? say('same') : changeText(report.change))}
                </td>
                <td
                  className={fails < 0 ? undefined : css.unmet}
                  title={[report?.expectations[fails]?.message ?? [], ...expect.map(expectationText)].flat().join('\n')}
                >
                  {shownOne === undefined ? '' : expectationText(shownOne)}
                  {expect.length > 1 && ` +${expect.length - 1}`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const ICONS = { passed: CircleCheck, changed: CircleHelp, failed: CircleX, broken: FileWarning } as const

/** A shape and a word for each verdict of a case, never colour alone. */
function CaseStatus({ report, busy }: CaseState) {
  const status = busy ?? report?.status ?? 'checking'
  const Icon = status === 'checking' || status === 'asking' ? CircleDotDashed : ICONS[status]
  return (
    <span className={css.standing} data-status={status}>
      <Icon size={14} aria-hidden />
      {say(`status.${status}`)}
    </span>
  )
}

import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ListedExperiment, ShownExperiment } from '../../platform/api/experiment-client.ts'
import { t } from '../../platform/i18n/index.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { titleOf } from './experiment-title.ts'
import { ExperimentForm } from './ExperimentForm.tsx'
import { ExperimentTable } from './ExperimentTable.tsx'
import css from './experiments.module.css'
import { say } from './say.ts'
import { useExperiments } from './use-experiments.ts'
import { language } from '../../platform/i18n/language.ts'

const chosenOf = ({ params }: Place): string | undefined => params['id']

/** One input set against several variants: what each came to (docs/contract/page.md#runs). */
export function ExperimentsPage() {
  const { state, problem, value, reload } = useExperiments()
  const chosen = useStore(placeStore, chosenOf)
  const [writing, setWriting] = useState<ShownExperiment | 'new' | null>(null)
  const hasIdeas = useGraph().nodes.some(({ kind }) => kind === 'idea')
  const all = value ?? []
  const shown = all.find(({ id }) => id === chosen) ?? all[0]
  const close = (): void => goTo('bench')
  return (
    <PageFrame
      title={say('title')}
      back={say('back')}
      onClose={close}
      actions={
        <Button
          look={writing === null ? 'primary' : 'plain'}
          disabled={writing !== null || !hasIdeas}
          title={hasIdeas ? undefined : say('needsIdea')}
          onClick={() => setWriting('new')}
        >
          <Plus size={13} aria-hidden /> {say('new')}
        </Button>
      }
    >
      {state === 'failed' && (
        <EmptyPage>
          <p role="alert">
            {say('failed', { reason: problem ?? '' })}{' '}
            <Button size="small" onClick={reload}>
              {t('app.retry')}
            </Button>
          </p>
        </EmptyPage>
      )}
      {state === 'loading' && (
        <EmptyPage>
          <p role="status">{say('loading')}</p>
        </EmptyPage>
      )}
      {state === 'ready' && (
        <div className={css.body}>
          {all.length > 0 && (
            <ExperimentList
              all={all}
              shown={writing === null ? shown?.id : undefined}
              onPick={() => setWriting(null)}
            />
          )}
          {writing !== null ? (
            <ExperimentForm
              template={writing === 'new' ? null : writing}
              onCancel={() => setWriting(null)}
              onStarted={(id) => {
                setWriting(null)
                reload()
                amendPlace({ id })
              }}
            />
          ) : shown === undefined ? (
            <EmptyPage Icon={FlaskConical}>
              <p>{say('none')}</p>
            </EmptyPage>
          ) : (
            <ExperimentTable
              key={shown.id}
              id={shown.id}
              onTemplate={setWriting}
              onDeleted={() => {
                amendPlace({})
                reload()
              }}
            />
          )}
        </div>
      )}
    </PageFrame>
  )
}

const STARTED = new Intl.DateTimeFormat(language, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

interface ExperimentListProps {
  readonly all: readonly ListedExperiment[]
  readonly shown: string | undefined
  readonly onPick: () => void
}

function ExperimentList({ all, shown, onPick }: ExperimentListProps) {
  return (
    <ul className={css.list} aria-label={say('list')}>
      {all.map((experiment) => (
        <li key={experiment.id}>
          <button
            type="button"
            aria-current={experiment.id === shown || undefined}
            onClick={() => {
              onPick()
              amendPlace({ id: experiment.id })
            }}
          >
            <span className={css.name}>{titleOf(experiment)}</span>
            <span className={css.facts}>{experiment.variants.map(({ name }) => name).join(' · ')}</span>
            <span className={css.facts}>{STARTED.format(new Date(experiment.startedAt))}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

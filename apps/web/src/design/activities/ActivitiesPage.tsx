import { Box } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { listActivities, type ListedActivity } from '../../platform/api/activity-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { objectAt, useManifest } from '../../document/open/use-manifest.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { ActivityCode } from './ActivityCode.tsx'
import { ActivityList } from './ActivityList.tsx'
import css from './activities.module.css'
import { addRequest } from './add-request.ts'
import { codeDraftNames } from './code-drafts.ts'
import { HttpActivity } from './HttpActivity.tsx'
import { OwnCode } from './OwnCode.tsx'
import { say } from './say.ts'

const chosenOf = ({ params }: Place): string | undefined => params['name']
/** The Tool that the new Activity is for. */
const wantedOf = ({ params }: Place): string | undefined => params['for']

/** With the requests that ensemble.json names by now, code that is not saved yet, and what is about to be written. */
const withOthers = (
  all: readonly ListedActivity[],
  requests: readonly string[],
  begun: string | undefined,
): readonly ListedActivity[] => {
  const names = new Set(requests)
  // An entry removed from ensemble.json disappears before the server confirms it.
  const kept = all.filter(({ name, kind }) => kind !== 'http' || names.has(name))
  for (const { name } of kept) names.delete(name)
  const added = [...names].map((name): ListedActivity => ({ name, kind: 'http' }))
  const known = new Set([...kept, ...added].map(({ name }) => name))
  const unsaved = new Set([...codeDraftNames(), ...(begun === undefined ? [] : [begun])])
  return [
    ...kept,
    ...added,
    ...[...unsaved].flatMap((name): ListedActivity[] => (known.has(name) ? [] : [{ name, kind: 'sandbox' }])),
  ]
}

/**
 * The workspace's Activities: requests and sandboxed code are written and tried here, the owner's code is only listed.
 */
export function ActivitiesPage() {
  const [all, setAll] = useState<readonly ListedActivity[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = useStore(placeStore, chosenOf)
  const wanted = useStore(placeStore, wantedOf)
  const read = useCallback(
    () =>
      listActivities().then(setAll, (error: unknown) =>
        setProblem(error instanceof Error ? error.message : String(error)),
      ),
    [],
  )
  useEffect(() => {
    void read()
    return serverEvents.onEvent(({ type }) => {
      if (type === 'activities.changed') void read()
    })
  }, [read])
  const close = (): void => goTo('bench')
  const isKnown = all?.some(({ name }) => name === chosen) === true
  const requests = Object.keys(objectAt(objectAt(useManifest(), 'activities'), 'http'))
  // A named, missing Activity is about to be written.
  const shown = all === null ? [] : withOthers(all, requests, isKnown ? undefined : chosen)
  const kindOfChosen = shown.find(({ name }) => name === chosen)?.kind
  return (
    <PageFrame title={say('title')} back={say('back')} onClose={close}>
      {problem !== null && (
        <EmptyPage>
          <p role="alert">{say('failed', { reason: problem })}</p>
        </EmptyPage>
      )}
      <div className={css.body}>
        <ActivityList shown={shown} chosen={chosen} />
        {chosen !== undefined && kindOfChosen === 'http' && requests.includes(chosen) ? (
          <HttpActivity key={chosen} name={chosen} onDeleted={() => amendPlace({})} />
        ) : chosen !== undefined && kindOfChosen === 'sandbox' ? (
          <ActivityCode
            key={chosen}
            name={chosen}
            isNew={!isKnown}
            fault={shown.find(({ name }) => name === chosen)?.problem}
            onSaved={read}
            onDeleted={() => (amendPlace({}), void read())}
          />
        ) : chosen !== undefined && kindOfChosen === 'code' ? (
          <OwnCode name={chosen} file={shown.find(({ name }) => name === chosen)?.file} />
        ) : all === null ? (
          <EmptyPage>
            <p role="status">{problem === null && say('loading')}</p>
          </EmptyPage>
        ) : (
          <EmptyPage Icon={Box}>
            {wanted === undefined ? (
              <p>{say(shown.length === 0 ? 'noneYet' : 'none')}</p>
            ) : (
              <>
                <p>{say('wanted', { tool: wanted })}</p>
                <div className={css.ways}>
                  <Button look="primary" onClick={() => amendPlace({ name: wanted })}>
                    {say('writeCode')}
                  </Button>
                  <Button onClick={() => addRequest(wanted)}>{say('describeRequest')}</Button>
                </div>
              </>
            )}
          </EmptyPage>
        )}
      </div>
    </PageFrame>
  )
}

import { Box, Braces, Globe, type LucideIcon } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { listActivities, type ListedActivity } from '../api/activity-client.ts'
import { serverEvents } from '../api/server-events.ts'
import { amendPlace, goTo, placeStore, type Place } from '../stores/location.ts'
import { AddName } from '../settings/AddName.tsx'
import { objectAt, setManifest, useManifest } from '../settings/use-manifest.ts'
import { PageFrame } from '../ui/PageFrame.tsx'
import { ActivityCode } from './ActivityCode.tsx'
import css from './activities.module.css'
import { HttpActivity } from './HttpActivity.tsx'
import { OwnCode } from './OwnCode.tsx'
import { say } from './say.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const ICONS: { readonly [Kind in ListedActivity['kind']]: LucideIcon } = { code: Braces, http: Globe, sandbox: Box }
const chosenOf = ({ params }: Place): string | undefined => params['name']

/** What a new request begins with: something that is valid and reaches nothing yet. */
const FIRST_REQUEST = { url: 'https://api.example.com/items/{id}' }

const addRequest = (name: string): void => {
  setManifest(['activities', 'http', name], FIRST_REQUEST)
  amendPlace({ name })
}

/** With the requests that ensemble.json names by now, and the one that is about to be written. */
const withOthers = (
  all: readonly ListedActivity[],
  requests: readonly string[],
  begun: string | undefined,
): readonly ListedActivity[] => {
  const names = new Set(requests)
  // What was taken out of ensemble.json is gone before the server says so.
  const kept = all.filter(({ name, kind }) => kind !== 'http' || names.has(name))
  for (const { name } of kept) names.delete(name)
  const added = [...names].map((name): ListedActivity => ({ name, kind: 'http' }))
  const isBegun = begun !== undefined && !requests.includes(begun)
  return [...kept, ...added, ...(isBegun ? [{ name: begun, kind: 'sandbox' } as const] : [])]
}

/** The Activities there are; requests and sandboxed code are written here and tried, code of the owner's is told of. */
export function ActivitiesPage() {
  const [all, setAll] = useState<readonly ListedActivity[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = useStore(placeStore, chosenOf)
  const read = useCallback(() => {
    listActivities().then(setAll, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    )
  }, [])
  useEffect(() => {
    read()
    return serverEvents.onEvent(({ type }) => {
      if (type === 'activities.changed') read()
    })
  }, [read])
  const close = (): void => goTo('bench')
  const isKnown = all?.some(({ name }) => name === chosen) === true
  const requests = Object.keys(objectAt(objectAt(useManifest(), 'activities'), 'http'))
  // One that is named and not there yet is about to be written.
  const shown = all === null ? [] : withOthers(all, requests, isKnown ? undefined : chosen)
  const kindOfChosen = shown.find(({ name }) => name === chosen)?.kind
  return (
    <PageFrame title={say('title')} back={say('back')} onClose={close}>
      {problem !== null && (
        <p className={css.empty} role="alert">
          {say('failed', { reason: problem })}
        </p>
      )}
      <div className={css.body}>
        <div className={css.side}>
          <ul className={css.list} aria-label={say('list')}>
            {shown.map(({ name, kind }) => {
              const Icon = ICONS[kind]
              return (
                <li key={name}>
                  <button
                    type="button"
                    aria-current={name === chosen || undefined}
                    onClick={() => amendPlace({ name })}
                  >
                    <Icon size={14} aria-hidden />
                    <span className={css.name}>{name}</span>
                    <span className={css.kind}>{say(`kind.${kind}`)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          <div className={css.new}>
            <AddName
              label={say('new.name')}
              button={say('new.add')}
              placeholder="scoreText"
              faultOf={(text) => {
                if (!NAME.test(text)) return say('new.bad')
                return shown.some(({ name }) => name.toLowerCase() === text.toLowerCase()) ? say('new.taken') : null
              }}
              onAdd={(name) => amendPlace({ name })}
              other={{ button: say('new.addHttp'), onAdd: addRequest }}
            />
          </div>
        </div>
        {chosen !== undefined && kindOfChosen === 'http' && requests.includes(chosen) ? (
          <HttpActivity key={chosen} name={chosen} onDeleted={() => amendPlace({})} />
        ) : chosen !== undefined && kindOfChosen === 'sandbox' ? (
          <ActivityCode
            key={chosen}
            name={chosen}
            isNew={!isKnown}
            onSaved={read}
            onDeleted={() => (amendPlace({}), read())}
          />
        ) : chosen !== undefined && kindOfChosen === 'code' ? (
          <OwnCode name={chosen} file={shown.find(({ name }) => name === chosen)?.file} />
        ) : all === null ? (
          <p className={css.empty} role="status">
            {problem === null && say('loading')}
          </p>
        ) : (
          <div className={css.empty}>
            <Box size={28} aria-hidden />
            <p>{say('none')}</p>
          </div>
        )}
      </div>
    </PageFrame>
  )
}

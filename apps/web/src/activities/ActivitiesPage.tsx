import type { Graph } from '@ensemble/core'
import { Box, Braces, Globe, type LucideIcon } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { listActivities, type ListedActivity } from '../api/activity-client.ts'
import { serverEvents } from '../api/server-events.ts'
import { useGraph } from '../stores/graph.ts'
import { amendPlace, goTo, placeStore, type Place } from '../stores/location.ts'
import { AddName } from '../settings/AddName.tsx'
import { objectAt, setManifest, useManifest } from '../stores/use-manifest.ts'
import { Button } from '../ui/Button.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { ActivityCode } from './ActivityCode.tsx'
import css from './activities.module.css'
import { codeDraftNames } from './code-drafts.ts'
import { HttpActivity } from './HttpActivity.tsx'
import { OwnCode } from './OwnCode.tsx'
import { say } from './say.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const ICONS: { readonly [Kind in ListedActivity['kind']]: LucideIcon } = { code: Braces, http: Globe, sandbox: Box }
const chosenOf = ({ params }: Place): string | undefined => params['name']
/** The Tool that an Activity is to be written for. */
const wantedOf = ({ params }: Place): string | undefined => params['for']

/** What a new request begins with: something that is valid and reaches nothing yet. */
const FIRST_REQUEST = { url: 'https://api.example.com/items/{id}' }

const addRequest = (name: string): void => {
  setManifest(['activities', 'http', name], FIRST_REQUEST)
  amendPlace({ name })
}

/** With the requests that ensemble.json names by now, code that is not saved yet, and what is about to be written. */
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
  const known = new Set([...kept, ...added].map(({ name }) => name))
  const unsaved = new Set([...codeDraftNames(), ...(begun === undefined ? [] : [begun])])
  return [
    ...kept,
    ...added,
    ...[...unsaved].flatMap((name): ListedActivity[] => (known.has(name) ? [] : [{ name, kind: 'sandbox' }])),
  ]
}

/** Tools that the model fills by itself as things are: what an Activity may be written for. */
const latentTools = ({ nodes }: Graph): readonly string[] => [
  ...new Set(nodes.flatMap(({ tools }) => tools.flatMap(({ name, mode }) => (mode === 'latent' ? [name] : [])))),
]

/** The Activities there are; requests and sandboxed code are written here and tried, code of the owner's is told of. */
export function ActivitiesPage() {
  const [all, setAll] = useState<readonly ListedActivity[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = useStore(placeStore, chosenOf)
  const wanted = useStore(placeStore, wantedOf)
  const graph = useGraph()
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
  const unsaved = new Set(codeDraftNames())
  const without = latentTools(graph).filter((tool) => shown.every(({ name }) => name !== tool))
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
                    <span className={css.kind}>{say(unsaved.has(name) ? 'unsaved' : `kind.${kind}`)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          {without.length > 0 && (
            <div className={css.without}>
              <h3>{say('without')}</h3>
              <ul aria-label={say('without')}>
                {without.map((name) => (
                  <li key={name}>
                    <button type="button" onClick={() => amendPlace({ for: name })}>
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
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
          </div>
        )}
      </div>
    </PageFrame>
  )
}

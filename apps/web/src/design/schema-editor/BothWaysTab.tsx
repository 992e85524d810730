import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import { Play } from 'lucide-react'
import { readBothWays, startBothWays, type ShownBothWays } from '../../platform/api/both-ways-client.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import { BothWaysRows } from './BothWaysRows.tsx'
import { say, totalOf } from './both-ways-texts.ts'
import css from './both-ways.module.css'
import type { EditedTool } from './part.ts'
import { shownCall } from './shown-call.ts'
import styles from './tab.module.css'
import { readCalls } from './tool-client.ts'
import { useLoaded } from './use-loaded.ts'
import { Scroll } from '../../platform/ui/Scroll.tsx'

const modelsOf = ({ models }: ReturnType<typeof sessionStore.getState>) => models
const LOOK_MS = 500
const NEWEST = 20
/** The last started check, by Tool: it continues while another tab is open. */
const last = new Map<string, string>()

/** The trial of a Tool: what is tried, and what came of it. */
function useTrial(tool: EditedTool) {
  const key = `${tool.idea}/${tool.name}`
  const { value: calls, failure } = useLoaded(key, () => readCalls(tool.name, tool.idea, NEWEST))
  const models = useStore(sessionStore, modelsOf)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [times, setTimes] = useState('3')
  const [model, setModel] = useState('')
  const [activity, setActivity] = useState('')
  const [id, setId] = useState(last.get(key) ?? null)
  const [fault, setFault] = useState<string | null>(null)
  const shown = useShown(id, setFault)
  const chosen = (calls ?? []).filter((call) => !left.has(placeOf(call)))
  const isRunning = id !== null && shown?.endedAt === undefined && fault === null
  const toggle = (place: string): void => {
    const next = new Set(left)
    if (!next.delete(place)) next.add(place)
    setLeft(next)
  }
  const start = async (): Promise<void> => {
    setFault(null)
    const { profile } = sessionStore.getState()
    try {
      const started = await startBothWays(tool.name, {
        idea: tool.idea,
        calls: chosen.map(({ run, span }) => ({ run, span })),
        times: Math.min(20, Math.max(1, Math.trunc(Number(times)) || 1)),
        ...(model.trim() !== '' && { model: model.trim() }),
        ...(activity.trim() !== '' && { activity: activity.trim() }),
        ...(profile !== null && { profile }),
      })
      last.set(key, started.id)
      setId(started.id)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return {
    calls,
    failure,
    models,
    left,
    toggle,
    times,
    setTimes,
    model,
    setModel,
    activity,
    setActivity,
    fault,
    shown,
    isRunning,
    canStart: !isRunning && chosen.length > 0,
    start,
  }
}

type Trial = ReturnType<typeof useTrial>

/** Recorded Calls of a Tool, done once by its function and several times by a model, row by row. */
export function BothWaysTab({ tool }: { readonly tool: EditedTool }) {
  const trial = useTrial(tool)
  return (
    <div className={styles.halves}>
      <Calls trial={trial} />
      <Results trial={trial} />
    </div>
  )
}

function Calls({ trial }: { readonly trial: Trial }) {
  const { calls, failure, left, toggle, isRunning, canStart, start } = trial
  return (
    <section className={styles.half} aria-label={say('calls')}>
      <div className={styles.bar}>
        <h3>{say('calls')}</h3>
        <span className={styles.grow} />
        <Button size="small" look="primary" disabled={!canStart} onClick={() => void start()}>
          <Play size={12} aria-hidden />
          {say(isRunning ? 'running' : 'start')}
        </Button>
      </div>
      <div className={`${styles.scroll} ${styles.padded}`}>
        <Options trial={trial} />
        {failure !== null && <p className={styles.bad}>{failure}</p>}
        {calls?.length === 0 && <p className={styles.note}>{say('none')}</p>}
        <ul className={css.calls}>
          {calls?.map((call) => (
            <li key={placeOf(call)}>
              <label title={JSON.stringify(call.call)}>
                <input type="checkbox" checked={!left.has(placeOf(call))} onChange={() => toggle(placeOf(call))} />
                <code>{shownCall(call.call)}</code>
              </label>
            </li>
          ))}
        </ul>
        <p className={styles.note}>{say('hint')}</p>
      </div>
    </section>
  )
}

function Options({
  trial: { models, model, setModel, activity, setActivity, times, setTimes },
}: {
  readonly trial: Trial
}) {
  return (
    <div className={css.options}>
      <label>
        {say('model')}
        <input
          className={field.input}
          list="both-ways-models"
          value={model}
          placeholder={say('default')}
          onChange={({ currentTarget }) => setModel(currentTarget.value)}
        />
      </label>
      <datalist id="both-ways-models">
        {models.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <label>
        {say('activity')}
        <input
          className={field.input}
          value={activity}
          placeholder={say('default')}
          onChange={({ currentTarget }) => setActivity(currentTarget.value)}
        />
      </label>
      <label>
        {say('times')}
        <input
          className={field.input}
          type="number"
          min={1}
          max={20}
          value={times}
          onChange={({ currentTarget }) => setTimes(currentTarget.value)}
        />
      </label>
    </div>
  )
}

function Results({ trial: { fault, shown } }: { readonly trial: Trial }) {
  return (
    <section className={styles.half} aria-label={say('results')}>
      <div className={styles.bar}>
        <h3>{say('results')}</h3>
        <span role="status">{shown !== null && totalOf(shown)}</span>
      </div>
      <Scroll className={`${styles.scroll} ${styles.padded}`} label={say('results')}>
        {fault !== null && <p className={styles.bad}>{fault}</p>}
        {shown === null ? (
          fault === null && <p className={styles.note}>{say('nothing')}</p>
        ) : (
          <BothWaysRows shown={shown} />
        )}
      </Scroll>
    </section>
  )
}

const placeOf = ({ run, span }: { readonly run: string; readonly span: string }): string => `${run}/${span}`

/** Its result so far, polled until it has ended. */
function useShown(id: string | null, onFault: (reason: string) => void): ShownBothWays | null {
  const [shown, setShown] = useState<ShownBothWays | null>(null)
  const tell = useEffectEvent(onFault)
  useEffect(() => {
    if (id === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let current = true
    const look = async (): Promise<void> => {
      try {
        const found = await readBothWays(id)
        if (!current) return
        setShown(found)
        if (found.endedAt === undefined) timer = setTimeout(() => void look(), LOOK_MS)
      } catch (error) {
        if (current) tell(error instanceof Error ? error.message : String(error))
      }
    }
    void look()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [id])
  return shown
}

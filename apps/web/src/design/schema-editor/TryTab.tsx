import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { resultFieldOf } from '@ensemble/core/editor'
import { Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { SchemaForm } from '../../platform/forms/SchemaForm.tsx'
import { announce } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import type { EditedTool } from './part.ts'
import { readObject } from './read-json.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { errorsOf, examplesIn, withExample } from './trial-examples.ts'
import { TrialResult } from './TrialResult.tsx'
import { tryStore } from './try-store.ts'
import { useAnswer } from './use-answer.ts'
import type { SliceView } from './use-slice.ts'
import { useTrial } from './use-trial.ts'
import { Verdict } from './Verdict.tsx'

interface TryTabProps {
  readonly tool: EditedTool
  readonly text: string
  readonly change: SliceView['change']
}

const MOST_FIELDS = 100

const pretty = (value: Json): string => JSON.stringify(value, null, 2)

/** The parameters alone: meta fields are the system's. A latent Tool's result is filled too. */
const formSchema = (text: string, isLatent: boolean): JsonObject => {
  const schema = readObject(text) ?? {}
  const properties = isObject(schema.properties) ? schema.properties : {}
  const own = Object.entries(properties).filter(([name]) => !name.startsWith('_'))
  const result = isLatent ? properties[resultFieldOf(schema)] : undefined
  return { ...schema, properties: { ...Object.fromEntries(own), ...(result !== undefined && { _output: result }) } }
}

interface SamplesProps {
  readonly samples: readonly Json[] | undefined
  readonly examples: readonly Json[]
  readonly onPick: (call: Json) => void
}

/** Calls to begin with: the schema's own examples, and some made from it. */
function Samples({ samples, examples, onPick }: SamplesProps) {
  return (
    <>
      {samples?.length === 0 && <span className={styles.note}>{say('try.noSamples')}</span>}
      {examples.map((example, index) => (
        <Button key={index} size="small" title={pretty(example)} onClick={() => onPick(example)}>
          {say('try.example', { number: index + 1 })}
        </Button>
      ))}
      {samples?.map((sample, index) => (
        <Button key={index} size="small" title={pretty(sample)} onClick={() => onPick(sample)}>
          {say('try.sample', { number: index + 1 })}
        </Button>
      ))}
    </>
  )
}

/** A Call of the Tool: filled in a form, taken from a sample or pasted, judged with every key, and run alone. */
export function TryTab({ tool, text, change }: TryTabProps) {
  const key = `${tool.idea}/${tool.name}`
  const { calls, runs } = useStore(tryStore)
  const call = calls[key] ?? ''
  const run = runs[key] ?? null
  const setCall = (next: string): void => tryStore.setState({ calls: { ...calls, [key]: next } })
  const [prefersJson, setAsJson] = useState(false)
  const [seed, setSeed] = useState('1')
  const isLatent = tool.mode === 'latent'
  const { name, mode } = tool
  const samplesAsked = useMemo(() => ({ name, text, seed, mode }), [name, text, seed, mode])
  const { answer: samples } = useAnswer('samples', samplesAsked)
  const judged = useMemo(
    () => (call.trim() === '' ? null : { name, text, mode, calls: [call] }),
    [name, text, mode, call],
  )
  const { answer: judgement } = useAnswer('judge', judged)
  const schema = useMemo(() => formSchema(text, isLatent), [text, isLatent])
  const isLong = isObject(schema.properties) && Object.keys(schema.properties).length > MOST_FIELDS
  const asJson = prefersJson || isLong
  const value = readObject(call)
  const isRefused = judgement?.verdicts[0]?.ok === false
  const refused = useMemo(() => (isRefused ? { name, text, call } : null), [isRefused, name, text, call])
  const { answer: issues } = useAnswer('fields', refused)
  const errors = useMemo(
    () => errorsOf(judgement, schema, isRefused ? issues : []),
    [judgement, schema, isRefused, issues],
  )
  const examples = useMemo(() => examplesIn(text), [text])
  const { starting, fault, start } = useTrial(tool)
  const saveExample = (): void => {
    if (value === null) return
    change((now) => withExample(now, value), `example/${examples.length}`)
    announce(say('try.exampleSaved', { name: tool.name }))
  }

  return (
    <div className={styles.halves}>
      <section className={styles.half} aria-label={say('try.call')}>
        <div className={styles.bar}>
          <h3>{say('try.call')}</h3>
          {isLong ? (
            <span className={styles.note}>{say('try.tooMany')}</span>
          ) : (
            <Button size="small" look="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
              {say(asJson ? 'try.form' : 'try.json')}
            </Button>
          )}
          <span className={styles.grow} />
          <label className={styles.choice}>
            {say('try.seed')}
            <input
              className={classes(field.input, styles.seed)}
              value={seed}
              onChange={({ currentTarget }) => setSeed(currentTarget.value)}
            />
          </label>
          <Samples samples={samples} examples={examples} onPick={(picked) => setCall(pretty(picked))} />
        </div>
        <div className={classes(styles.scroll, styles.padded)}>
          {asJson ? (
            <textarea
              aria-label={say('try.call')}
              className={classes(field.input, field.code, styles.callText)}
              spellCheck={false}
              value={call}
              placeholder="{ }"
              onChange={({ currentTarget }) => setCall(currentTarget.value)}
            />
          ) : (
            <SchemaForm
              schema={schema}
              value={value ?? {}}
              errors={errors}
              onChange={(next) => setCall(pretty(next))}
            />
          )}
        </div>
      </section>
      <section className={styles.half} aria-label={say('try.verdict')}>
        <div className={styles.bar}>
          <h3>{say('try.verdict')}</h3>
          <span className={styles.grow} />
          <Button size="small" disabled={judgement?.verdicts[0]?.ok !== true} onClick={saveExample}>
            {say('try.saveExample')}
          </Button>
          <Button
            size="small"
            look="primary"
            disabled={starting || value === null}
            onClick={() => value !== null && void start(text, value)}
          >
            <Play size={12} aria-hidden />
            {say(starting ? 'try.starting' : 'try.run')}
          </Button>
        </div>
        <div className={classes(styles.scroll, styles.padded)} aria-live="polite">
          {fault !== null && <p className={styles.bad}>{fault}</p>}
          {judged === null ? <p className={styles.note}>{say('try.nothing')}</p> : <Verdict judgement={judgement} />}
          {run !== null && <TrialResult run={run} />}
        </div>
      </section>
    </div>
  )
}

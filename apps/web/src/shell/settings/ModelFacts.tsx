import { namedModel } from '@ensemble/core/host'
import { useEffect, useState } from 'react'
import { objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { NumberField } from '../../design/limits/NumberField.tsx'
import { readModels } from '../../platform/api/run-client.ts'
import { language } from '../../platform/i18n/language.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { say } from './say.ts'
import css from './settings.module.css'

type Known = Awaited<ReturnType<typeof readModels>>

/** The default model's price and limits, or one question for those that no table has. */
export function ModelFacts() {
  const etag = useRecord(MANIFEST_FILE)?.etag
  const answered = objectAt(useManifest(), 'models')
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    let isCurrent = true
    readModels().then(
      (found) => {
        if (isCurrent) setKnown(found)
      },
      // The model can be chosen anyway.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [etag])
  const model = known?.models.find((each) => each.default)
  if (known === null || model === undefined || model.simulated) return null
  const { name, limits } = model
  const price = namedModel(name, known.prices.models)
  if (namedModel(name, answered) === undefined && (limits === undefined || price === undefined))
    return <Question key={name} model={name} hasPrice={price !== undefined} {...limits} />
  const { contextWindow, maxOutput } = limits ?? {}
  const facts = [
    ...(price === undefined ? [] : [say('facts.price', { input: price.input, output: price.output })]),
    ...(contextWindow === undefined ? [] : [say('facts.reads', { tokens: figure(contextWindow) })]),
    ...(maxOutput === undefined ? [] : [say('facts.writes', { tokens: figure(maxOutput) })]),
  ]
  return (
    <p className={css.hint}>
      {name}: {facts.length === 0 ? say('facts.unknown') : facts.join(' · ')}
    </p>
  )
}

const figure = (count: number): string => count.toLocaleString(language)

interface QuestionProps {
  readonly model: string
  readonly hasPrice: boolean
  readonly contextWindow?: number
  readonly maxOutput?: number
}

/** Asks for what no table has. Any answer, "not known" included, is written down, and the question is not repeated. */
function Question({ model, hasPrice, contextWindow, maxOutput }: QuestionProps) {
  const [amounts, setAmounts] = useState({ input: '', output: '' })
  const [limits, setLimits] = useState({ contextWindow, maxOutput })
  const isHalf = (amounts.input === '') !== (amounts.output === '')
  const answer = ({ isKnown }: { readonly isKnown: boolean }): void => {
    const given = Object.entries(limits).filter(([, tokens]) => isKnown && tokens !== undefined)
    if (isKnown && amounts.input !== '') {
      setManifest(['prices', 'date'], new Date().toISOString().slice(0, 10))
      setManifest(['prices', 'models', model], { input: Number(amounts.input), output: Number(amounts.output) })
    }
    setManifest(['models', model], Object.fromEntries(given) as Record<string, number>) // without those left empty
  }
  return (
    <section className={css.card} aria-label={say('facts.title', { model })}>
      <p>{say('facts.ask', { model })}</p>
      <div className={css.pair}>
        {!hasPrice &&
          (['input', 'output'] as const).map((name) => (
            <CheckedField
              key={name}
              label={say(`facts.${name}`)}
              isNumber
              value={amounts[name]}
              faultOf={(text) => (text === '' || Number(text) >= 0 ? null : say('facts.notPrice'))}
              onChange={(text) => setAmounts({ ...amounts, [name]: text })}
            />
          ))}
        {(['contextWindow', 'maxOutput'] as const).map((name) => (
          <NumberField
            key={name}
            label={say(`facts.${name}`)}
            isWhole
            value={limits[name]}
            placeholder=""
            onChange={(value) => setLimits({ ...limits, [name]: value })}
          />
        ))}
      </div>
      <div className={css.actions}>
        <Button size="small" disabled={isHalf} onClick={() => answer({ isKnown: true })}>
          {say('facts.save')}
        </Button>
        <Button size="small" look="quiet" onClick={() => answer({ isKnown: false })}>
          {say('facts.notKnown')}
        </Button>
      </div>
    </section>
  )
}

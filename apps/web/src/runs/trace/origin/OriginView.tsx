import { ideaName, loopOf, parentOf, placeText, type TraceLog } from '@ensemble/core/trace'
import { Equal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ideaTitle } from '../../../document/open/idea-title.ts'
import { api, type Answer } from '../../../platform/api/api.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { selectSpan } from '../../open/run.ts'
import { forgetTraced, tracedValue, type TracedValue } from '../../open/traced-value.ts'
import { useShown } from '../use-run.ts'
import css from './OriginView.module.css'
import { pathOfSpans } from './path-of-spans.ts'
import { say } from './say.ts'

type Origins = Answer<'GET', '/api/runs/{id}/origins'>
type Trace = Origins['from']
type Step = Trace['steps'][number]
type State = { readonly found: Origins } | { readonly failure: string } | null

/** The way of one recorded value: what it came from and what it reached. The canvas lights it meanwhile. */
export function OriginView({ run, place }: TracedValue) {
  const [state, setState] = useState<State>(null)
  const log = useShown()?.log
  useEffect(() => {
    const left = new AbortController()
    api('GET', '/api/runs/{id}/origins', {
      path: { id: run },
      query: { of: placeText(place) },
      signal: left.signal,
    }).then(
      (found) => setState({ found }),
      (error: unknown) => left.signal.aborted || setState({ failure: error instanceof Error ? error.message : '' }),
    )
    return () => left.abort()
  }, [run, place])
  const found = state !== null && 'found' in state ? state.found : null
  useEffect(() => {
    if (found === null || log === undefined) return undefined
    const spans = [...found.from.steps, ...found.reached.steps].map((step) => step.place.span)
    tracedValue.setState({ path: pathOfSpans(log, spans) })
    return () => tracedValue.setState({ path: null })
  }, [found, log])
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Its result is a promise in new browsers, and no function to clean up.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [found])
  const name = place.pointer === '' ? say('whole') : place.pointer.slice(1).replaceAll('/', ' › ')
  return (
    <section ref={section} className={css.origin} aria-label={say('title', { name })}>
      <header>
        <h4>{say('title', { name })}</h4>
        <IconButton label={say('close')} Icon={X} onClick={forgetTraced} />
      </header>
      {state === null && <p role="status">{say('loading')}</p>}
      {state !== null && 'failure' in state && <p role="alert">{state.failure}</p>}
      {found !== null && (
        <>
          <Way title={say('from')} none={say('nowhere')} trace={found.from} log={log} />
          <Way title={say('reached')} none={say('reachedNothing')} trace={found.reached} log={log} />
          <p className={css.hint}>{say('hint')}</p>
          {found.isCut && <p className={css.hint}>{say('cut')}</p>}
        </>
      )}
    </section>
  )
}

interface WayProps {
  readonly title: string
  readonly none: string
  readonly trace: Trace
  readonly log: TraceLog | undefined
}

function Way({ title, none, trace: { steps, more }, log }: WayProps) {
  return (
    <div>
      <h5>{title}</h5>
      {steps.length < 2 ? (
        <p className={css.hint}>{none}</p>
      ) : (
        <ol className={css.steps}>
          {inTree(steps, 0, 0).map(([step, depth]) => (
            <li key={placeText(step.place as TracedValue['place'])} style={{ marginInlineStart: depth * 10 }}>
              <StepButton step={step} log={log} />
            </li>
          ))}
        </ol>
      )}
      {more && <p className={css.hint}>{say('more', { count: steps.length })}</p>}
    </div>
  )
}

/** Each step below the one that it is tied to; only where a way divides is it set in. */
const inTree = (steps: readonly Step[], parent: number, depth: number): readonly (readonly [Step, number])[] => {
  const below = steps.flatMap((step, at) => (step.of === parent ? [[step, at] as const] : []))
  const inner = below.length > 1 ? depth + 1 : depth
  return below.flatMap(([step, at]) => [[step, inner] as const, ...inTree(steps, at, inner)])
}

const DEEPEST = 8

const StepButton = ({ step, log }: { readonly step: Step; readonly log: TraceLog | undefined }) => {
  const { place, how, reference, tool, idea, value, maker } = step
  const isExact = how !== 'same' && how !== 'contains'
  const span = log?.spans.byId.get(place.span)?.latest
  const where = [ideaTitle(ideaName(idea)), tool].filter((each) => each !== undefined && each !== '').join(' › ')
  return (
    <button
      type="button"
      className={css.step}
      disabled={span === undefined}
      data-exact={isExact}
      onClick={() => selectSpan(place.span)}
    >
      <span className={css.how} title={say(isExact ? 'exact' : 'compared')}>
        {isExact ? <i aria-hidden /> : <Equal size={11} aria-hidden />}
        {how !== undefined && say(`how.${how}`, { reference: reference ?? '' })}
        {!isExact && <span className={css.mark}>{say('compared')}</span>}
      </span>
      <span className={css.where}>
        <b>{where}</b> {say(`part.${partName(place)}`)}
        {place.pointer !== '' && <code>{place.pointer.slice(1).split('/').slice(0, DEEPEST).join(' › ')}</code>}
        {maker !== undefined && <span>{makerText(maker)}</span>}
      </span>
      {value !== undefined && <code className={css.value}>{value}</code>}
    </button>
  )
}

const partName = ({ span, part }: Step['place']) => {
  if (part === 'context') return 'context'
  if (part === 'input') return span === '' ? 'input' : 'arguments'
  return span === '' ? 'output' : span === loopOf(span) || parentOf(span) === loopOf(span) ? 'answer' : 'result'
}

const makerText = (maker: NonNullable<Step['maker']>): string => {
  // The server's maker, as `ValueMaker` has it.
  const { type, activity } = maker as {
    readonly type: 'model' | 'activity' | 'person' | 'idea' | 'module' | 'reference'
    readonly activity?: string
  }
  return type === 'module' || type === 'reference' ? '' : say(`maker.${type}`, { name: activity ?? '' })
}

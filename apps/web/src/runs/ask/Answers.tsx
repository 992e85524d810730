import { count, duration } from '../../platform/ui/format.ts'
import { JsonTree } from '../trace/JsonTree.tsx'
import { Pill } from '../../platform/ui/Pill.tsx'
import css from './ask.module.css'
import { say } from './say.ts'
import { countDifferent, fromAnswer, sameAnswer, type ShownAnswer } from './shown-answer.ts'
import type { Asked } from './use-answers.ts'

interface AnswersProps {
  readonly run: string
  readonly recorded: ShownAnswer | null
  readonly asked: readonly Asked[]
}

/** The recorded answer and the new ones side by side. */
export function Answers({ run, recorded, asked }: AnswersProps) {
  const answered = asked.flatMap(({ answer }) => (answer === undefined ? [] : [fromAnswer(answer)]))
  const different = countDifferent(answered)
  return (
    <section className={css.answers} aria-label={say('answers')}>
      <p className={css.summary} role="status">
        {answered.length > 1 &&
          (different === 1
            ? say('oneAnswer', { all: answered.length })
            : say('summary', { count: different, all: answered.length }))}
      </p>
      <div className={css.columns}>
        {recorded !== null && (
          <article className={css.column} aria-label={say('recorded')}>
            <h3>{say('recorded')}</h3>
            <Answer run={run} answer={recorded} />
          </article>
        )}
        {asked.map((one, at) => (
          // Answers stay in their places.
          <article key={at} className={css.column} aria-label={say('answer', { count: at + 1 })}>
            <h3>
              {say('answer', { count: at + 1 })} <Verdict asked={one} recorded={recorded} />
            </h3>
            {one.problem !== undefined && <p className={css.fault}>{one.problem}</p>}
            {one.answer !== undefined && <Answer run={run} answer={fromAnswer(one.answer)} />}
          </article>
        ))}
      </div>
    </section>
  )
}

const factsOf = ({ tokens, ms, cost }: NonNullable<ShownAnswer['facts']>): string => {
  const facts = { tokens: count(tokens), time: duration(ms) }
  return cost === null || cost === 0 ? say('facts', facts) : say('cost', { ...facts, cost: `$${cost.toFixed(4)}` })
}

function Verdict({ asked, recorded }: { readonly asked: Asked; readonly recorded: ShownAnswer | null }) {
  if (asked.state === 'asking') return <span className={css.facts}>{say('asking')}</span>
  if (asked.answer === undefined || recorded === null) return null
  const isSame = sameAnswer(fromAnswer(asked.answer), recorded)
  return <Pill tone={isSame ? 'ok' : 'wait'}>{say(isSame ? 'same' : 'differs')}</Pill>
}

function Answer({ run, answer }: { readonly run: string; readonly answer: ShownAnswer }) {
  const { calls, output, raw, error, facts } = answer
  return (
    <>
      {facts !== undefined && <p className={css.facts}>{factsOf(facts)}</p>}
      {error !== undefined && <p className={css.fault}>{error}</p>}
      <h4>{say('calls')}</h4>
      {calls.length === 0 && <p className={css.facts}>{say('noCalls')}</p>}
      <ol className={css.calls}>
        {calls.map((call, at) => (
          // Calls have no identity but their place.
          <li key={at}>
            <code>{call.tool}</code>
            {call.refused !== undefined && (
              <p className={css.fault}>
                {say('refused')}: {call.refused}
              </p>
            )}
            {call.parameters !== null && <JsonTree run={run} value={call.parameters} open={2} />}
          </li>
        ))}
      </ol>
      <h4>{say('output')}</h4>
      {output === null ? (
        <p className={css.facts}>{say('noOutput')}</p>
      ) : (
        <JsonTree run={run} value={output} open={2} />
      )}
      <details className={css.raw}>
        <summary>{say('raw')}</summary>
        <pre>{raw}</pre>
      </details>
    </>
  )
}

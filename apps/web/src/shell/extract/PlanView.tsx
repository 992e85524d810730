import type { Json } from '@ensemble/core'
import type { ReactNode } from 'react'
import type { Planned } from '../../platform/api/case-client.ts'
import { preview } from '../../platform/ui/json-preview.ts'
import css from './PlanView.module.css'
import { say } from './say.ts'

interface PlanViewProps {
  readonly plan: Planned
  readonly tool: string
}

/** The planned writes, and notes about them. */
export function PlanView({ plan, tool }: PlanViewProps) {
  const { replaced = [], writes = [], copied = [], namedIn = [], unseen = [] } = plan
  const [idea, caller] = plan.files
  // As it was recorded: JSON.
  const shown = (example: unknown): string => preview(example as Json)
  return (
    <section className={css.plan} aria-label={say('plan')}>
      <dl className={css.facts}>
        <Fact name={say('newIdea')}>
          <code>{idea?.file}</code> {say('withTools', { tools: plan.tools.join(', ') })}
        </Fact>
        {caller !== undefined && (
          <Fact name={say('changed')}>
            <code>{caller.file}</code>{' '}
            {replaced.length === 0 ? say('joins', { tool }) : say('replaces', { tool, tools: replaced.join(', ') })}
          </Fact>
        )}
        {plan.imports.length > 0 && <Fact name={say('imports')}>{plan.imports.join(', ')}</Fact>}
        {writes.length > 0 && <Fact name={say('writes')}>{writes.join(', ')}</Fact>}
        <Fact name={say('case')}>
          <code>cases/{plan.case}.json</code>
        </Fact>
      </dl>
      {plan.inputs.length > 0 && (
        <table className={css.inputs}>
          <caption>{say('inputs')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('input')}</th>
              <th scope="col">{say('example')}</th>
              <th scope="col">{say('fills')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.inputs.map(({ name, example, from }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <code title={shown(example)}>{shown(example)}</code>
                </td>
                <td>{from === 'imports' ? say('imported') : from.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {copied.length > 0 && <p>{say('copied', { parameters: copied.join(', ') })}</p>}
      {namedIn.length > 0 && <p>{say('namedIn', { places: namedIn.join(', '), tools: replaced.join(', ') })}</p>}
      {unseen.length > 0 && <p>{say('unseen', { tools: unseen.join(', ') })}</p>}
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

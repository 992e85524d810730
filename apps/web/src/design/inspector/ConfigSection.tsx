import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { ComponentProps } from 'react'
import { LimitFields } from '../limits/LimitFields.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import styles from './inspector.module.css'
import { say } from './say.ts'
import { Section } from './Section.tsx'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { changeAt } from '../../document/open/use-file.ts'

const INHERITED = ''
const WIRES = ['structured', 'tools', 'json'] as const
const CHOICES = ['auto', 'none', 'required'] as const

interface ConfigSectionProps {
  readonly file: string
  readonly config: JsonObject
}

/** An Idea's model settings and limits. Empty fields use the workspace's. */
export function ConfigSection({ file, config }: ConfigSectionProps) {
  const set = (path: readonly string[], value: Json | undefined): void => changeAt(file, ['config', ...path], value)
  const reasoning = isObject(config.reasoning) ? config.reasoning : {}
  const limits = isObject(config.limits) ? config.limits : {}
  const composition = isObject(config.composition) ? config.composition : {}
  return (
    <Section title={say('config.section')}>
      <details className={styles.more} open={hasMore(config)}>
        <summary>{say('config.more')}</summary>
        <div className={styles.grid}>
          <Text
            label={say('config.maxOutputTokens')}
            value={typeof config.maxOutputTokens === 'number' ? String(config.maxOutputTokens) : ''}
            onChange={(text) => set(['maxOutputTokens'], wholeOf(text))}
          />
          <Text
            label={say('config.seed')}
            isCode
            value={config.seed === undefined ? '' : String(config.seed)}
            onChange={(text) => set(['seed'], text === '' ? undefined : (wholeOf(text) ?? text))}
          />
          <Choice
            label={say('config.wire')}
            value={config.wire}
            values={WIRES}
            onPick={(value) => set(['wire'], value)}
          />
          <Choice
            label={say('config.toolChoice')}
            value={config.toolChoice}
            values={CHOICES}
            onPick={(value) => set(['toolChoice'], value)}
          />
          <Text
            label={say('config.effort')}
            isCode
            list="ensemble-efforts"
            value={typeof reasoning.effort === 'string' ? reasoning.effort : ''}
            onChange={(text) => set(['reasoning'], text === '' ? undefined : { effort: text })}
          />
          <Text
            label={say('config.topP')}
            isCode
            value={typeof config.topP === 'number' ? String(config.topP) : ''}
            onChange={(text) => set(['topP'], shareOf(text))}
          />
          <Text
            label={say('config.serviceTier')}
            isCode
            value={typeof config.serviceTier === 'string' ? config.serviceTier : ''}
            onChange={(text) => set(['serviceTier'], text === '' ? undefined : text)}
          />
          <Text
            label={say('config.stop')}
            isCode
            isLong
            value={linesOf(config.stop)}
            onChange={(text) => set(['stop'], stopsOf(text))}
          />
          <label className={field.check}>
            <input
              type="checkbox"
              checked={composition.questions === true}
              onChange={({ currentTarget }) => {
                const { questions: _, ...others } = composition
                const next = currentTarget.checked ? { ...others, questions: true } : others
                set(['composition'], Object.keys(next).length > 0 ? next : undefined)
              }}
            />
            {say('config.questions')}
          </label>
          <datalist id="ensemble-efforts">
            {['low', 'medium', 'high'].map((effort) => (
              <option key={effort} value={effort} />
            ))}
          </datalist>
        </div>
      </details>
      <details className={styles.more} open={Object.keys(limits).length > 0}>
        <summary>{say('config.limits')}</summary>
        <p className={field.hint}>{say('config.limitsHint')}</p>
        <LimitFields
          limits={limits}
          onChange={(name, value) => {
            const isLast = value === undefined && Object.keys(limits).every((each) => each === name)
            set(isLast ? ['limits'] : ['limits', name], value)
          }}
        />
      </details>
    </Section>
  )
}

const MORE = [
  'maxOutputTokens',
  'seed',
  'wire',
  'toolChoice',
  'reasoning',
  'composition',
  'topP',
  'stop',
  'serviceTier',
]
const hasMore = (config: JsonObject): boolean => MORE.some((name) => config[name] !== undefined)

/** A whole number above 0; undefined for anything else. */
function wholeOf(text: string): number | undefined {
  const number = Number(text)
  return text !== '' && Number.isInteger(number) && number > 0 ? number : undefined
}

/** A number above 0, up to 1; undefined for anything else. */
function shareOf(text: string): number | undefined {
  const number = Number(text.replace(',', '.'))
  return number > 0 && number <= 1 ? number : undefined
}

const linesOf = (stop: Json | undefined): string =>
  Array.isArray(stop) ? stop.map(String).join('\n') : typeof stop === 'string' ? stop : ''

/** One text as itself, several as a list. */
function stopsOf(text: string): Json | undefined {
  const stops = text.split('\n').filter((line) => line !== '')
  return stops.length > 1 ? stops : stops[0]
}

interface TextProps extends Pick<
  ComponentProps<typeof TextInput>,
  'value' | 'isCode' | 'isLong' | 'list' | 'onChange'
> {
  readonly label: string
}

/** A setting in a field of text, written when the field is left. */
const Text = ({ label, ...input }: TextProps) => (
  <Field label={label}>
    {(id) => <TextInput {...input} id={id} commit="leaving" placeholder={say('config.inherited')} />}
  </Field>
)

interface ChoiceProps {
  readonly label: string
  readonly value: Json | undefined
  readonly values: readonly string[]
  readonly onPick: (value: string | undefined) => void
}

function Choice({ label, value, values, onPick }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          className={field.input}
          value={typeof value === 'string' ? value : INHERITED}
          onChange={({ currentTarget }) => onPick(currentTarget.value === INHERITED ? undefined : currentTarget.value)}
        >
          <option value={INHERITED}>{say('config.inherited')}</option>
          {values.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

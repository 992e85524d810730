import type { JsonObject } from '@ensemble/core'
import { isObject } from '@ensemble/core'
import { useStore } from 'zustand'
import { changePin, pinsOf, unpin } from '../../document/edits/pins.ts'
import type { Pin } from '../../document/open/read-pins.ts'
import { pins } from '../../platform/i18n/en/pins.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { Section } from './Section.tsx'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { usePins } from '../../document/open/pins.ts'
import { activeProfile } from '../../document/open/profile.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { JsonTree } from '../../runs/trace/JsonTree.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import css from './PinSection.module.css'

const say = createTexts({ pins })

const filesNow = () => documentStore.getState().files
const runOf = (pin: Pin): string => (isObject(pin.from) && typeof pin.from.run === 'string' ? pin.from.run : '')
const callOf = (pin: Pin): JsonObject | null =>
  isObject(pin.from) && isObject(pin.from.parameters) ? pin.from.parameters : null

/** A Tool's pins and their Calls. Empty without pins. */
export function PinSection({ idea, tool }: { readonly idea: string; readonly tool: string }) {
  const own = pinsOf(usePins(), idea, tool)
  const isOff = useStore(sessionStore, activeProfile) === 'production'
  if (own.length === 0) return null
  return (
    <Section title={say('section')}>
      {own.map((pin) => {
        const parameters = callOf(pin)
        const isExact = pin.parameters !== undefined
        return (
          <div key={JSON.stringify(pin.parameters ?? null)} className={css.pin}>
            <p>{isExact ? say('exact') : say('any', { tool })}</p>
            {isExact && <JsonTree run={runOf(pin)} value={pin.parameters ?? null} open={1} />}
            <div className={css.value}>
              <JsonTree run={runOf(pin)} value={pin.result} open={1} />
            </div>
            {isOff && <p className={field.hint}>{say('inProduction')}</p>}
            {(parameters !== null || isExact) && (
              <label className={field.check}>
                <input
                  type="checkbox"
                  checked={isExact}
                  onChange={(event) => {
                    const { parameters: before, ...rest } = pin
                    const next = event.currentTarget.checked ? { ...rest, parameters: parameters ?? before } : rest
                    applyEdits('pin', [changePin(filesNow(), pin, next as Pin)]) // it keeps its names and result
                  }}
                />
                {say('onlySame')}
              </label>
            )}
            <Button size="small" onClick={() => applyEdits('unpin', [unpin(filesNow(), pin)])}>
              {say('remove')}
            </Button>
          </div>
        )
      })}
    </Section>
  )
}

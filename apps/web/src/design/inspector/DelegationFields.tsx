import type { Json } from '@ensemble/core'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaAddress } from '../../document/texts/files.ts'
import { MODULE_NAMES, type ToolPlace } from '../../document/texts/idea-view.ts'
import { ideaNames, retarget } from '../../document/edits/intents.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { say } from './say.ts'
import { Section } from './Section.tsx'
import { fixedValue, openChoices, type FieldNames } from '../../document/edits/tool-fields.ts'

interface DelegationFieldsProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly onSet: (names: FieldNames, value: Json | undefined) => void
}

const activitiesOf = (session: Session) => session.surroundings.activities
const filesOf = (document: Document) => document.files

const LATENT = ' latent'
const resolveKey = (resolve: Json | undefined): 'runtime' | 'upfront' | 'both' =>
  resolve === 'upfront' ? 'upfront' : resolve === 'upfront+output' ? 'both' : 'runtime'

/** The Idea's own choice of a Tool's worker: its module, its Activity, and its handling of references. */
export function DelegationFields({ idea, place, onSet }: DelegationFieldsProps) {
  const activities = useStore(sessionStore, activitiesOf)
  const files = useStore(documentStore, filesOf)
  const module = fixedValue(place, MODULE_NAMES)
  const choices = openChoices(place, MODULE_NAMES)
  const isModule = module !== undefined || choices.length > 0
  const activity = fixedValue(place, ['_activity'])
  const resolve = fixedValue(place, ['_resolve'])

  return (
    <>
      <Section title={say('mode.ideaSays')}>
        <Field label={t('inspector.module')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={choices.length > 0 ? choices.join(' ') : typeof module === 'string' ? module : ''}
              onChange={({ currentTarget: { value } }) =>
                applyEdits('module', [retarget(files, place, null, value === '' ? null : value.replace('idea://', ''))])
              }
            >
              <option value="">{t('inspector.moduleNone')}</option>
              {choices.length > 0 && <option value={choices.join(' ')}>{choices.join(' | ')}</option>}
              {typeof module === 'string' && !module.startsWith('idea://') && <option>{module}</option>}
              {ideaNames(files)
                .filter((name) => name !== idea)
                .map((name) => (
                  <option key={name}>{ideaAddress(name)}</option>
                ))}
            </select>
          )}
        </Field>
        {!isModule && (
          <Field label={say('mode.fixed')} hint={say('mode.fixedHint')}>
            {(id) => (
              <select
                id={id}
                className={field.input}
                value={activity === undefined ? '' : activity === '' ? LATENT : String(activity)}
                onChange={({ currentTarget: { value } }) =>
                  onSet(['_activity'], value === '' ? undefined : value === LATENT ? '' : value)
                }
              >
                <option value="">{t('inspector.activityOwn')}</option>
                <option value={LATENT}>{t('inspector.activityLatent')}</option>
                {activities.map((name) => (
                  <option key={name}>{name}</option>
                ))}
                {typeof activity === 'string' && activity !== '' && !activities.includes(activity) && (
                  <option>{activity}</option>
                )}
              </select>
            )}
          </Field>
        )}
      </Section>
      {isModule && (
        <Section title={say('resolve.section')}>
          <Field label={say('resolve.label')} hint={say(`resolve.${resolveKey(resolve)}Hint`)}>
            {(id) => (
              <select
                id={id}
                className={field.input}
                value={typeof resolve === 'string' ? resolve : 'runtime'}
                onChange={({ currentTarget: { value } }) =>
                  onSet(['_resolve'], value === 'runtime' ? undefined : value)
                }
              >
                <option value="runtime">{say('resolve.runtime')}</option>
                <option value="upfront">{say('resolve.upfront')}</option>
                <option value="upfront+output">{say('resolve.both')}</option>
              </select>
            )}
          </Field>
        </Section>
      )}
    </>
  )
}

import type { BindingTarget, GraphTool } from '@ensemble/core'
import { useStore } from 'zustand'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import type { Document } from '../../document/texts/document.ts'
import type { ToolPlace } from '../../document/texts/idea-view.ts'
import { bindTool, drawToolPer, swapActivity, weightsOf, type BindingPlace } from '../../document/edits/profile.ts'
import { t } from '../../platform/i18n/index.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { goTo } from '../../platform/session/location.ts'
import { activeProfile } from '../../document/open/profile.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import styles from './inspector.module.css'
import own from './mode.module.css'
import { ModePick } from './ModePick.tsx'
import { isSharedName, modeSource } from '../../document/edits/mode-choices.ts'
import { say } from './say.ts'
import { Section } from './Section.tsx'
import { withFixed } from '../../document/edits/tool-fields.ts'
import { changeText } from '../../document/open/use-file.ts'
import { WeightsField } from './WeightsField.tsx'

const filesOf = (document: Document) => document.files
const surroundingsOf = (session: Session) => session.surroundings

interface ModeSectionProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly tool: GraphTool | undefined
}

/** The one control that says how a Tool's Calls run in the active profile: latent, an Activity, the module, or a split. */
export function ModeSection({ idea, place, tool }: ModeSectionProps) {
  const files = useStore(documentStore, filesOf)
  const { activities, profile } = useStore(sessionStore, surroundingsOf)
  const profileName = useStore(sessionStore, activeProfile)
  const source = modeSource(place, tool, profile, idea)
  const isShared = isSharedName(files, idea, place.name)
  const isModule = tool?.mode === 'module'

  const bind = (target: BindingTarget | undefined, scope: BindingPlace['scope'], mark?: string): void =>
    applyEdits('mode', [bindTool(files, { profile: profileName, tool: place.name, idea, scope }, target)], mark)

  return (
    <Section title={say('mode.section')} note={say('mode.inProfile', { profile: profileName })}>
      <Field label={say('mode.runsAs')} hint={source.type === 'open' ? say('mode.hint') : undefined}>
        {(id) => (
          <span className={own.modePick}>
            {tool !== undefined && <ModeIcon mode={tool.mode} size={15} />}
            <ModePick
              id={id}
              source={source}
              name={place.name}
              tool={tool}
              activities={activities}
              onBind={bind}
              onSwap={(authored, implementation) =>
                applyEdits('mode', [swapActivity(files, profileName, authored, implementation)])
              }
            />
          </span>
        )}
      </Field>
      {source.type === 'open' && !isModule && source.target === undefined && (
        <Button
          size="small"
          className={styles.addButton}
          onClick={() => goTo('activities', { [activities.includes(place.name) ? 'name' : 'for']: place.name })}
        >
          {say(activities.includes(place.name) ? 'mode.openActivity' : 'mode.writeActivity')}
        </Button>
      )}
      {source.type === 'named' && (
        <p className={field.hint}>{say('mode.authoredHint', { authored: source.authored })}</p>
      )}
      {source.type === 'fixedLatent' && (
        <>
          <p className={field.hint}>{say('mode.latentHint')}</p>
          <Button
            size="small"
            className={styles.addButton}
            onClick={() =>
              changeText(place.file, `${place.file}#_activity`, (text) =>
                withFixed(text, place, ['_activity'], undefined),
              )
            }
          >
            {say('mode.letProfileDecide')}
          </Button>
        </>
      )}
      {source.type === 'open' && Array.isArray(source.target) && (
        <WeightsField
          weights={weightsOf(source.target)}
          activities={activities}
          defaultLabel={isModule ? t('mode.module') : say('mode.latent')}
          per={source.per}
          onPer={(per) => applyEdits('mode', [drawToolPer(files, profileName, place.name, per)])}
          onChange={(weights) => bind(weights, source.scope, `ensemble.json#${place.name}/weights`)}
        />
      )}
      {source.type === 'open' && source.target !== undefined && (isShared || source.scope === 'idea') && (
        <label className={field.check} title={say('mode.onlyHereHint')}>
          <input
            type="checkbox"
            checked={source.scope === 'idea'}
            onChange={(event) => bind(source.target, event.currentTarget.checked ? 'idea' : 'all')}
          />
          {say('mode.onlyHere', { idea })}
        </label>
      )}
    </Section>
  )
}

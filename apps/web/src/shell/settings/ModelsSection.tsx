import { useStore } from 'zustand'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { ModelFacts } from './ModelFacts.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { setManifest, textAt, useManifest } from '../../document/open/use-manifest.ts'

const modelsOf = (session: Session) => session.models
const profilesOf = (session: Session) => session.profiles
const inForce = (session: Session) => session.facts?.model ?? 'simulated'

/** The default model of new runs. */
export function ModelsSection() {
  const manifest = useManifest()
  const models = useStore(sessionStore, modelsOf)
  const profiles = useStore(sessionStore, profilesOf)
  const model = useStore(sessionStore, inForce)
  return (
    <Part name="models" title={say('models.title')} hint={say('models.hint')}>
      <div className={css.pair}>
        <Field label={say('models.model')} hint={say('models.modelHint')}>
          {(id) => (
            <>
              <TextInput
                id={id}
                isCode
                commit="leaving"
                list="settings-model-names"
                value={textAt(manifest, 'model')}
                placeholder={say('models.inherited', { model })}
                onChange={(value) => setManifest(['model'], value === '' ? undefined : value)}
              />
              <datalist id="settings-model-names">
                {models.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label={say('models.profile')} hint={say('models.profileHint')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={textAt(manifest, 'profile') || 'production'}
              onChange={({ currentTarget }) => setManifest(['profile'], currentTarget.value)}
            >
              {profiles
                .filter((name) => name !== 'offline')
                .map((name) => (
                  <option key={name}>{name}</option>
                ))}
            </select>
          )}
        </Field>
      </div>
      <ModelFacts />
    </Part>
  )
}

import { isObject, type JsonObject } from '@ensemble/core'
import { Trash2 } from 'lucide-react'
import { nameFault } from '../../document/texts/files.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { AddName } from '../../platform/ui/AddName.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'

const BUILT_IN = ['offline', 'production']

const bindingsIn = (profile: JsonObject): number =>
  Object.keys(objectAt(profile, 'tools')).length + Object.keys(objectAt(profile, 'activities')).length

/** The profiles a run may be started with. */
export function ProfilesSection() {
  const declared = objectAt(useManifest(), 'profiles')
  const names = [...new Set([...BUILT_IN, ...Object.keys(declared)])]
  return (
    <Part name="profiles" title={say('profiles.title')} hint={say('profiles.hint')}>
      <ul className={css.names}>
        {names.map((name) => {
          const profile = declared[name]
          return (
            <li key={name}>
              <code>{name}</code>
              <span className={css.hint}>
                {say('profiles.bindings', { count: isObject(profile) ? bindingsIn(profile) : 0 })}
              </span>
              <span className={css.grow} />
              {BUILT_IN.includes(name) ? (
                <span className={css.hint}>{say('profiles.builtIn')}</span>
              ) : (
                <IconButton
                  label={say('profiles.remove', { name })}
                  Icon={Trash2}
                  size={13}
                  onClick={() => setManifest(['profiles', name], undefined)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <AddName
        label={say('profiles.name')}
        button={say('profiles.add')}
        placeholder="staging"
        faultOf={(text) => {
          const fault = nameFault(text, names)
          return fault === null ? null : say(fault === 'taken' ? 'profiles.taken' : 'profiles.bad')
        }}
        onAdd={(name) => setManifest(['profiles', name], {})}
      />
    </Part>
  )
}

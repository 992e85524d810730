import { useStore } from 'zustand'
import { isObject } from '@ensemble/core'
import { ideaNames } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { setManifest, objectAt, useManifest } from '../../document/open/use-manifest.ts'
import { AddName } from '../../platform/ui/AddName.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { UseCard } from './UseCard.tsx'
import { useUses } from './use-uses.ts'

/** How others use Ideas: all is off until it is switched on here. */
export function UseSection() {
  const used = objectAt(useManifest(), 'use')
  const { uses, again } = useUses()
  const names = useStore(documentStore, ({ files }) => ideaNames(files).join('\n')).split('\n')
  const faultOf = (name: string): string | null => {
    if (!names.includes(name)) return say('use.unknown')
    return Object.hasOwn(used, name) ? say('use.taken') : null
  }
  return (
    <Part name="use" title={say('use.title')} hint={say('use.hint')}>
      {Object.keys(used).length === 0 && <p className={css.empty}>{say('use.none')}</p>}
      {Object.entries(used).map(([idea, use]) => (
        <UseCard
          key={idea}
          idea={idea}
          use={isObject(use) ? use : {}}
          shown={uses.find((each) => each.idea === idea)}
          again={again}
        />
      ))}
      <AddName
        label={say('use.idea')}
        button={say('use.add')}
        placeholder={names[0] ?? ''}
        faultOf={faultOf}
        onAdd={(idea) => setManifest(['use', idea], {})}
      />
    </Part>
  )
}

import { urlOf } from '../../platform/api/client.ts'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'

/** A bug report's facts, as a file. */
export function HelpSection() {
  return (
    <Part name="help" title={say('help.title')} hint={say('help.hint')}>
      <a className={css.link} href={urlOf('/api/diagnosis')} download>
        {say('help.save')}
      </a>
    </Part>
  )
}

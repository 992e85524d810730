import { X } from 'lucide-react'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { AddName } from '../../platform/ui/AddName.tsx'
import { Part } from './Part.tsx'
import { RefusedHosts } from './RefusedHosts.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { listAt, objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'

const HOST = /^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i

/** Hosts that Tools may reach besides the endpoints. */
export function EgressSection() {
  const hosts = listAt(objectAt(useManifest(), 'egress'), 'hosts')
  const set = (next: readonly string[]): void => setManifest(['egress', 'hosts'], [...next])
  return (
    <Part name="egress" title={say('egress.title')} hint={say('egress.hint')}>
      {hosts.length === 0 && <p className={css.empty}>{say('egress.none')}</p>}
      <ul className={css.names}>
        {hosts.map((host) => (
          <li key={host}>
            <code>{host}</code>
            <span className={css.grow} />
            <IconButton
              label={say('egress.remove', { host })}
              Icon={X}
              size={13}
              onClick={() => set(hosts.filter((each) => each !== host))}
            />
          </li>
        ))}
      </ul>
      <RefusedHosts hosts={hosts} onAllow={(host) => set([...hosts, host])} />
      <AddName
        label={say('egress.host')}
        button={say('egress.add')}
        placeholder="api.example.com"
        faultOf={(text) => {
          if (!HOST.test(text)) return say('egress.bad')
          return hosts.some((host) => host.toLowerCase() === text.toLowerCase()) ? say('egress.taken') : null
        }}
        onAdd={(host) => set([...hosts, host.toLowerCase()])}
      />
    </Part>
  )
}

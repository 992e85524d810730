import { useActivities } from '../../document/open/use-activities.ts'
import { listAt, objectAt, textAt, useManifest } from '../../document/open/use-manifest.ts'
import { goTo } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'
import css from './activities.module.css'
import { isHostAllowed } from './http-faults.ts'
import { say } from './say.ts'

/** The worker of a selected Activity: code, sandboxed code, or a request with its permission. */
export function ActivityNode({ name }: { readonly name: string }) {
  // Without an answer, ensemble.json still says what it says; the Activities page reports the failure.
  const listed = useActivities(name)
  const manifest = useManifest()
  const requests = objectAt(objectAt(manifest, 'activities'), 'http')
  const kind = name in requests ? 'http' : listed.find((each) => each.name === name)?.kind
  if (kind === undefined) return null
  return (
    <>
      <p>{say(`node.${kind}`)}</p>
      {kind === 'http' && (
        <RequestFacts definition={objectAt(requests, name)} hosts={listAt(objectAt(manifest, 'egress'), 'hosts')} />
      )}
      {kind !== 'code' && (
        <p>
          <Button size="small" onClick={() => goTo('activities', { name })}>
            {say('node.open')}
          </Button>
        </p>
      )}
    </>
  )
}

interface RequestFactsProps {
  readonly definition: ReturnType<typeof objectAt>
  readonly hosts: readonly string[]
}

function RequestFacts({ definition, hosts }: RequestFactsProps) {
  const url = textAt(definition, 'url')
  return (
    <p className={css.request}>
      <code>
        {textAt(definition, 'method') || 'GET'} {url}
      </code>
      <Egress url={url} hosts={hosts} />
    </p>
  )
}

/** Whether the host of an address may be reached, in words. */
export function Egress({ url, hosts }: { readonly url: string; readonly hosts: readonly string[] }) {
  if (!URL.canParse(url)) return null
  const { host } = new URL(url)
  const isAllowed = isHostAllowed(url, hosts)
  return (
    <span className={isAllowed ? css.hint : css.bad}>{say(isAllowed ? 'node.allowed' : 'node.refused', { host })}</span>
  )
}

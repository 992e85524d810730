import { useEffect, useState } from 'react'
import { listActivities, type ListedActivity } from '../../platform/api/activity-client.ts'
import { listAt, objectAt, textAt, useManifest } from '../../document/open/use-manifest.ts'
import { goTo } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'
import css from './activities.module.css'
import { isHostAllowed } from './http-faults.ts'
import { say } from './say.ts'

/** The worker of a selected Activity: code, sandboxed code, or a request with its permission. */
export function ActivityNode({ name }: { readonly name: string }) {
  const [listed, setListed] = useState<readonly ListedActivity[]>([])
  useEffect(() => {
    let current = true
    // Without an answer it is still known what ensemble.json says; the page of Activities tells of the failure.
    listActivities().then(
      (found) => current && setListed(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [name])
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

import type { Json, JsonObject } from '@ensemble/core'
import { useState } from 'react'
import { tryRequest, type Tried } from '../../platform/api/activity-client.ts'
import { listAt, objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { notify } from '../../platform/session/notify.ts'
import css from './activities.module.css'
import { HttpFields } from './HttpFields.tsx'
import { sampleOfRequest, useSampleCall } from './sample-call.ts'
import { say } from './say.ts'
import { TryCode, callOf } from './TryCode.tsx'

interface HttpActivityProps {
  readonly name: string
  readonly onDeleted: () => void
}

/** One Activity that is a request: what ensemble.json says of it, field by field, and a try. */
export function HttpActivity({ name, onDeleted }: HttpActivityProps) {
  const manifest = useManifest()
  const definition = objectAt(objectAt(objectAt(manifest, 'activities'), 'http'), name)
  const hosts = listAt(objectAt(manifest, 'egress'), 'hosts')
  const sample = useSampleCall(name, () => sampleOfRequest(definition))
  const [typed, setCall] = useState<string | null>(null)
  const call = typed ?? sample
  const [tried, setTried] = useState<Tried | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [isSure, setSure] = useState(false)
  const set = (member: string, value: Json | undefined): void =>
    setManifest(['activities', 'http', name, member], value)

  const send = async (asked: JsonObject): Promise<void> => {
    setRunning(true)
    try {
      setTried(await tryRequest(definition, asked))
    } catch (error) {
      notify.refusal(error)
    } finally {
      setRunning(false)
    }
  }
  const tryIt = (): void => {
    const asked = callOf(call)
    if (asked !== null && !isRunning) void send(asked)
  }
  const allow = (host: string): void => {
    setManifest(['egress', 'hosts'], [...hosts, host])
    setTried(null)
  }

  return (
    <div className={css.work}>
      <div className={css.form}>
        <div className={css.tools}>
          <h3>{name}</h3>
          <span className={css.hint}>{say('http.kept')}</span>
          <span className={css.grow} />
          <Button
            size="small"
            look={isSure ? 'danger' : 'quiet'}
            onBlur={() => setSure(false)}
            onClick={() => {
              if (!isSure) return setSure(true)
              setManifest(['activities', 'http', name], undefined)
              onDeleted()
            }}
          >
            {say(isSure ? 'deleteSure' : 'delete')}
          </Button>
        </div>
        <HttpFields activity={name} definition={definition} hosts={hosts} onSet={set} />
      </div>
      <TryCode call={call} onCall={setCall} tried={tried} isRunning={isRunning} onTry={tryIt} onAllow={allow} />
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/index.ts'
import { goTo } from '../../platform/session/location.ts'
import { sessionStore, type Session, type Verdict } from '../../platform/session/session.ts'
import styles from './top-bar.module.css'

const modelOf = (session: Session): string => session.model ?? session.facts?.model ?? ''
const profileOf = (session: Session): string => session.profile ?? session.facts?.profile ?? ''
const modelsOf = (session: Session) => session.models
const profilesOf = (session: Session) => session.profiles

const verdictsOf = (session: Session) => session.verdicts

const modelLabel = (model: string, verdict?: Verdict): string => {
  if (model === 'simulated') return t('app.simulated')
  return verdict === undefined || verdict === 'works' ? model : `${model} · ${t(`app.model_${verdict}`)}`
}

interface PickerProps {
  readonly label: string
  readonly value: string
  readonly values: readonly string[]
  readonly show?: (value: string) => string
  readonly note?: string
  readonly onPick: (value: string) => void
}

function Picker({ label, value, values, show = (each) => each, note, onPick }: PickerProps) {
  const all = values.includes(value) ? values : [value, ...values]
  return (
    <label className={styles.picker} title={label}>
      <span data-visually-hidden>{label}</span>
      <span aria-hidden className={styles.picked}>
        {show(value)}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {all.length > 1 && <ChevronDown size={13} aria-hidden />}
      <select value={value} disabled={all.length < 2} onChange={(event) => onPick(event.currentTarget.value)}>
        {all.map((each) => (
          <option key={each} value={each}>
            {show(each)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Nothing to choose from yet: leads to where a model is connected. */
const ConnectModel = () => (
  <button type="button" className={styles.picker} title={t('app.connectModel')} onClick={() => goTo('settings')}>
    <span data-visually-hidden>{t('app.model')}</span>
    <span className={styles.picked}>
      {t('app.simulated')}
      <span className={styles.note}>{t('app.noLanguageModel')}</span>
    </span>
  </button>
)

/** Which model answers new runs, and with which profile's bindings. */
export function ModelPicker() {
  const model = useStore(sessionStore, modelOf)
  const profile = useStore(sessionStore, profileOf)
  const models = useStore(sessionStore, modelsOf)
  const verdicts = useStore(sessionStore, verdictsOf)
  const profiles = useStore(sessionStore, profilesOf)
  const hasNone = model === 'simulated' && models.every((each) => each === model)
  return (
    <>
      {hasNone && <ConnectModel />}
      {model !== '' && !hasNone && (
        <Picker
          label={t('app.model')}
          value={model}
          values={models}
          show={(name) => modelLabel(name, verdicts[name])}
          note={model === 'simulated' ? t('app.noLanguageModel') : undefined}
          onPick={(value) => sessionStore.setState({ model: value })}
        />
      )}
      {profile !== '' && (
        <Picker
          label={t('app.profile')}
          value={profile}
          values={profiles}
          onPick={(value) => sessionStore.setState({ profile: value })}
        />
      )}
    </>
  )
}

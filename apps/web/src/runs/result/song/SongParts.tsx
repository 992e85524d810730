import { Download, Headphones, VolumeX } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { isHeard, songStore, toggleMuted, toggleSolo, type Song, type SongView } from './song-store.ts'
import button from '../../../platform/ui/button.module.css'
import css from './SongParts.module.css'

const pickMuted = (state: SongView): ReadonlySet<string> => state.muted
const pickSolo = (state: SongView): ReadonlySet<string> => state.solo
const pickLoading = (state: SongView): boolean => state.loading === 'parts'

interface SongPartsProps {
  readonly song: Song
  /** False where the parts are too large to be held at once; they are files then. */
  readonly canMix: boolean
}

/** A song's parts: each can be muted, heard alone and downloaded. */
export function SongParts({ song, canMix }: SongPartsProps) {
  const muted = useStore(songStore, pickMuted)
  const solo = useStore(songStore, pickSolo)
  const loading = useStore(songStore, pickLoading)
  return (
    <section className={css.parts} aria-label={t('result.parts')} aria-busy={loading}>
      <ul>
        {song.parts.map(({ name, file, url }) => (
          <li key={name} data-part={name} data-silent={isHeard(name, muted, solo) ? undefined : ''}>
            <span className={css.name} title={name}>
              {name}
            </span>
            {canMix && (
              <>
                <button
                  type="button"
                  className={button.faint}
                  aria-pressed={muted.has(name)}
                  aria-label={t('song.mute', { name })}
                  title={t('song.muteHint', { name })}
                  onClick={() => toggleMuted(name)}
                >
                  <VolumeX size={13} aria-hidden />
                </button>
                <button
                  type="button"
                  className={button.faint}
                  aria-pressed={solo.has(name)}
                  aria-label={t('song.solo', { name })}
                  title={t('song.soloHint', { name })}
                  onClick={() => toggleSolo(name)}
                >
                  <Headphones size={13} aria-hidden />
                </button>
              </>
            )}
            <a
              className={button.faint}
              href={url}
              download={file}
              aria-label={t('result.download', { name: file })}
              title={t('result.download', { name: file })}
            >
              <Download size={13} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      <p className={css.note} role="status">
        {loading
          ? t('song.loadingParts')
          : !canMix
            ? t('song.tooLarge')
            : muted.size + solo.size > 0
              ? t('song.dry')
              : ''}
      </p>
    </section>
  )
}

import type { result as english } from '../en/result.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the song player, its score, and pages. */
export const result: Translation<typeof english> = {
  song: {
    waveHint: 'Щёлкните, чтобы перейти к этому месту; протяните, чтобы повторять фрагмент',
    loop: 'Повтор',
    loopHint: 'Повторять отмеченный фрагмент или всю песню (L)',
    section: 'Фрагмент {from} – {to}',
    unmark: 'Снять отметку',
    mute: 'Заглушить {name}',
    muteHint: 'Заглушить {name} (M)',
    solo: 'Только {name}',
    soloHint: 'Слушать только отмеченные так партии (S)',
    loadingParts: 'Загрузка партий',
    tooLarge: 'Эти партии слишком велики, чтобы сводить их на странице; каждая есть отдельным файлом.',
    dry: 'Партии звучат так, как записаны: без реверберации и финальной обработки микса.',
    mini: 'Сейчас играет',
    show: 'Показать: {name}',
    downloads: 'Скачать',
    scoreHint: 'Щёлкните по ноте, чтобы перейти к ней',
  },
  page: {
    open: 'Открыть крупно',
    openHint: 'Открыть {name} поверх окна',
    share: 'Поделиться',
    shareHint: 'Сохранить {name}: один файл, который открывается в любом браузере, и без сети',
    close: 'Закрыть {name}',
    svg: 'Сохранить как SVG',
  },
}

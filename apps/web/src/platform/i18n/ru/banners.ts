import type { banners as english } from '../en/banners.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the banners above the canvas: no connection, a file with two changes. */
export const banners: Translation<typeof english> = {
  away: {
    title: 'Сервер недоступен.',
    text: 'Продолжайте работу: правки остаются в этом браузере и сохранятся, когда сервер вернётся.',
  },
  outdated: {
    title: 'Ensemble обновился.',
    text: 'Эта страница старше сервера; ваши правки не пропадут.',
    reload: 'Обновить',
  },
  profile: {
    title: 'Новые запуски используют профиль {profile}',
    text: 'Теперь модель по умолчанию {model}.',
    keep: 'Оставить {before}',
  },
  refused: {
    title: 'Нет доступа к {host}',
    allow: 'Разрешите его в настройках, в разделе «Сеть», или в ensemble.json: {snippet}',
  },
  conflict: {
    title: 'Файл {file} изменился на диске, пока вы его правили',
    gone: 'Файл {file} удалён извне, пока вы его правили',
    text: 'Пока вы не сделаете выбор, ничего не перезаписывается.',
    keepMine: 'Оставить моё',
    takeTheirs: 'Взять с диска',
    combine: 'Объединить',
    combineHint: 'Изменения затрагивают разные строки: оставить и те, и другие',
    cannotCombine: 'Изменены одни и те же строки, поэтому придётся выбрать одну из версий',
    seeDiff: 'Показать различия',
    review: 'Сравнить',
    mine: 'У вас',
    theirs: 'На диске',
    deleted: '(файл удалён)',
    place: 'Различие {at} из {count}',
    previous: 'Предыдущее различие',
    next: 'Следующее различие',
  },
}

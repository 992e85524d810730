import type { errorCode as english } from '../en/error-code.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of the pages of error codes, loaded with them. */
export const errorCode: Translation<typeof english> = {
  unknown: 'Страницы для этого кода нет: он из другой программы.',
  remedy: 'Что делать',
  where: 'Где встречается',
  places: {
    call: 'Отклонённый или неудавшийся вызов: модель прочтёт о нём на следующем ходу, виден он и в трассе.',
    run: 'Запуск, который не смог начаться или завершился без выхода.',
    problem: 'Проблема в файле: на узле, в разделе «Проблемы» и в `ensemble validate`.',
    api: 'Ответ API или строка в терминале.',
  },
}

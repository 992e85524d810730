import type { Translation } from '../translation.ts'
import type { naming as english } from '../en/naming.ts'

export const naming: Translation<typeof english> = {
  idea: 'Название идеи',
  tool: 'Имя инструмента',
  stillSaid: 'Имя «{name}» ещё используется',
  tools: {
    one: 'в имени {count} инструмента',
    few: 'в именах {count} инструментов',
    many: 'в именах {count} инструментов',
    other: 'в именах {count} инструмента',
  },
  mentions: {
    one: '{count} раз в промптах',
    few: '{count} раза в промптах',
    many: '{count} раз в промптах',
    other: '{count} раза в промптах',
  },
  carry: 'Переименовать и их',
  invalid: 'До 64 латинских букв, цифр, «-» и «_»; первой идёт буква.',
  taken: 'Имя {name} уже занято. Регистр букв не различается.',
  reserved: 'Имя {name} зарезервировано. Выберите другое.',
}

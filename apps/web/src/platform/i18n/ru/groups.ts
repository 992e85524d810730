import type { groups as english } from '../en/groups.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of groups on the canvas. */
export const groups: Translation<typeof english> = {
  label: {
    one: 'Группа {title}, {count} узел',
    few: 'Группа {title}, {count} узла',
    many: 'Группа {title}, {count} узлов',
    other: 'Группа {title}, {count} узла',
  },
  foldedLabel: {
    one: 'Свёрнутая группа {title}, {count} узел',
    few: 'Свёрнутая группа {title}, {count} узла',
    many: 'Свёрнутая группа {title}, {count} узлов',
    other: 'Свёрнутая группа {title}, {count} узла',
  },
  untitled: 'Группа',
  group: 'Группа',
  count: { one: '{count} узел', few: '{count} узла', many: '{count} узлов', other: '{count} узла' },
  calls: 'вызовы за пределы группы',
  fold: 'Свернуть в один узел',
  unfold: {
    one: 'Показать {count} узел',
    few: 'Показать {count} узла',
    many: 'Показать {count} узлов',
    other: 'Показать {count} узла',
  },
  remove: 'Убрать группу',
  newGroup: 'Группа {number}',
  chosen: 'Выбрано: {title}',
  name: 'Название группы',
  nodes: 'В этой группе',
  hint: 'Перетащите, чтобы передвинуть группу; нажмите дважды, чтобы переименовать',
  text: 'Рамка вокруг узлов, которые относятся друг к другу. Она есть только в файле раскладки; запуски о ней не знают.',
}

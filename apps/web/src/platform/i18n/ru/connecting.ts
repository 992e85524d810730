import type { connecting as english } from '../en/connecting.ts'
import type { Translation } from '../translation.ts'

/** Russian reasons why a delegation cannot be drawn. */
export const connecting: Translation<typeof english> = {
  self: 'Модуль, который вызывает сам себя, остановится только на пределе глубины: если так и задумано, укажите связь в JSON.',
  kind: 'Выполнять работу инструмента может только идея или активность.',
  server: 'У сервера много инструментов: перетащите на идею один из них из обозревателя.',
  latent: 'В идее сказано, что {tool} заполняет сама модель; изменить это можно в форме инструмента.',
  broken: 'Чтобы менять {file} здесь, в нём должен быть корректный JSON.',
}

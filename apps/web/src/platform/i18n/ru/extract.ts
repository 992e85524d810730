import type { extract as english } from '../en/extract.ts'
import type { Translation } from '../translation.ts'

/** Russian texts of extracting a recorded module as an Idea, loaded with its dialog. */
export const extract: Translation<typeof english> = {
  title: 'Извлечь как идею',
  text: 'Модуль станет файлом в ideas/: его вход описывает аргументы этого вызова и то, что он импортировал, а записанные значения служат примером. Записанное станет первым кейсом; запросы не повторяются, и ничего не запускается заново.',
  submit: 'Извлечь',
  name: 'Имя',
  nameHint: 'Латинские буквы, цифры, - и _',
  nameFault: {
    invalid: 'Имя начинается с латинской буквы и состоит из латинских букв, цифр, - и _.',
    taken: 'Идея {name} уже есть.',
    reserved: 'Это имя зарезервировано.',
  },
  ideaTitle: 'Название',
  busy: 'Извлекается',
  noCase: 'Идея создана, но её запуск не завершился сам, поэтому кейса пока нет.',
}

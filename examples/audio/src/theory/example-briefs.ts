/** Ten briefs for ten clearly different songs, in English and Russian, with negations; the music workspace's README lists them. */
export const EXAMPLE_BRIEFS: readonly string[] = [
  'a sad ballad about the sea, with waves',
  'a happy waltz about spring, with piano, without drums',
  'not sad, upbeat pop about the city, no flute',
  'a slow, dreamy ambient piece about the stars at night, with felt piano',
  'melancholy jazz about rain in the evening, with electric piano',
  'a dark and mysterious march, with strings',
  'нежная колыбельная с арфой, без ударных',
  'не грустная народная песня о дороге домой, с гитарой, без пианино',
  'тревожная мрачная баллада о зимнем ветре',
  'бодрый джингл для радио',
]

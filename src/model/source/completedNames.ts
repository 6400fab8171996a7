/**
 * Names that definitions give and editors complete, by what they name: schemas/meta/names.json lists them. The checker does not
 * read the lists: a name is there from the moment that it is written, and a wrong one is told with the nearest.
 */
export const completedNames = [
  'kind',
  'register',
  'field',
  'gate',
  'message',
  'icon',
  'menuGroup',
  'page',
  'query',
  'filter',
  'sharedField',
] as const
